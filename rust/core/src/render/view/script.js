"use strict";
{
  const errors = document.querySelectorAll(".page .e"), pages = document.querySelectorAll(".page");
  const say = (text) => { document.querySelector("output").textContent = text; };
  let error = -1, page = -1;
  const step = (list, at, by) => (at < 0 && by < 0 ? list.length - 1 : (at + by + list.length) % list.length);
  const show = (element, name, at, list) => {
    element.tabIndex = -1;
    element.scrollIntoView({ block: "center" });
    element.focus({ preventScroll: true });
    say(`${name} ${at + 1} of ${list.length}`);
  };
  const toError = (by) => {
    if (!errors.length) return say("no errors here: no gold, or all blocks agree with it");
    error = step(errors, error, by);
    errors[error].closest("details").open = true;
    show(errors[error], "error", error, errors);
  };
  const toPage = (by) => {
    if (!pages.length) return;
    page = step(pages, page, by);
    show(pages[page].firstElementChild, "page", page, pages);
  };
  const openAll = () => {
    const open = ![...pages].every((one) => one.open);
    for (const one of pages) one.open = open;
  };
  const actions = {
    n: () => toError(1), p: () => toError(-1), j: () => toPage(1), k: () => toPage(-1), o: openAll,
  };
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || !Object.hasOwn(actions, event.key)) return;
    event.preventDefault();
    actions[event.key]();
  });
}
