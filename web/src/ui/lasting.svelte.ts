import { untrack } from 'svelte';

/** Made apart from the component that asks: an answer that comes after it was left still finds it whole. */
export function lasting<T>(make: () => T): T {
  let made!: T;
  $effect.root(() => {
    made = untrack(make);
  });
  return made;
}
