/** Pages as the server shows them: each element has its number. */

/** The numbers of an element and those around it, innermost first. */
export function around(target: EventTarget | null): number[] {
  const numbers: number[] = [];
  const start = (target as Element | null)?.closest?.("[data-rs-node]") ?? null;
  for (let at: Element | null = start; at; at = at.parentElement) {
    const number = at.getAttribute("data-rs-node");
    if (number) numbers.push(Number(number));
  }
  return numbers;
}

export function element(page: Document, number: number): Element | null {
  return page.querySelector(`[data-rs-node="${number}"]`);
}

/** Puts marks on elements, and gives what takes them off again. */
export function mark(page: Document, name: string, numbers: number[], value = ""): () => void {
  const marked = numbers.flatMap((number) => element(page, number) ?? []);
  for (const of of marked) of.setAttribute(name, value);
  return () => {
    for (const of of marked) of.removeAttribute(name);
  };
}

/** Adds how marks look, and keeps clicks from doing anything. */
export function prepare(page: Document, style: string): void {
  const element = page.createElement("style");
  element.textContent = style;
  page.head.append(element);
  for (const name of ["click", "submit", "auxclick", "dragstart"]) {
    page.addEventListener(name, (event) => event.preventDefault(), true);
  }
}
