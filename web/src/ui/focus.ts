/** Keys go to what has just appeared. */
export function focusOn(element: HTMLElement): void {
  requestAnimationFrame(() => element.focus());
}
