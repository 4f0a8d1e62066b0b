import { elementScroll, observeElementOffset, observeElementRect, Virtualizer } from "@tanstack/virtual-core";
import type { RefObject } from "preact";
import { useLayoutEffect, useReducer, useState } from "preact/hooks";

/** The rows of a long list that are in view, all of one height. */
export function useVirtual(count: number, height: number, box: RefObject<HTMLDivElement>) {
  const [, again] = useReducer((n: number) => n + 1, 0);
  const [virtual] = useState(
    () =>
      new Virtualizer<HTMLDivElement, HTMLElement>({
        count,
        getScrollElement: () => box.current,
        estimateSize: () => height,
        scrollToFn: elementScroll,
        observeElementRect,
        observeElementOffset,
        overscan: 10,
        onChange: () => again(undefined),
      }),
  );
  virtual.setOptions({ ...virtual.options, count });
  useLayoutEffect(() => virtual._didMount(), [virtual]);
  useLayoutEffect(() => virtual._willUpdate());
  return virtual;
}
