/** The faces of the table (SIL OFL 1.1), served by ourselves. */

import '@fontsource/alegreya-sans/400.css';
import '@fontsource/alegreya-sans/500.css';
import '@fontsource/alegreya-sans/700.css';
import '@fontsource/alegreya-sans-sc/700.css';
import '@fontsource/cabin/500.css';
import '@fontsource/cabin/600.css';
import '@fontsource/cabin/700.css';
import '@fontsource/eb-garamond/400.css';
import '@fontsource/eb-garamond/400-italic.css';
import '@fontsource/im-fell-dw-pica/400.css';
import '@fontsource/im-fell-dw-pica/400-italic.css';
import '@fontsource/im-fell-dw-pica-sc/400.css';
import '@fontsource/im-fell-french-canon/400.css';
import '@fontsource/im-fell-french-canon-sc/400.css';

const ON_PLATES = ['500 16px Cabin', '600 16px Cabin', '700 16px Cabin'];
const ON_THE_MAP = [
  ...ON_PLATES,
  "16px 'IM Fell DW Pica'",
  "italic 16px 'IM Fell DW Pica'",
  "16px 'IM Fell DW Pica SC'",
];

const ON_PAGES = [
  "16px 'Alegreya Sans'",
  "500 16px 'Alegreya Sans'",
  "700 16px 'Alegreya Sans'",
  "700 16px 'Alegreya Sans SC'",
  "16px 'EB Garamond'",
  "16px 'IM Fell French Canon SC'",
  '600 16px Cabin',
];
const PATIENCE = 500;

/** Resolves when the faces that the map draws with are at hand. Never rejects. */
export const mapFonts = () => atHand(ON_THE_MAP);
/** Those of the pages around it, or as many as are there after a while: a page is not set twice. */
export const pageFonts = () =>
  Promise.race([atHand(ON_PAGES), new Promise<void>((late) => setTimeout(late, PATIENCE))]);
/** Those of a plate by itself. */
export const plateFonts = () => atHand(ON_PLATES);

async function atHand(fonts: readonly string[]): Promise<void> {
  await Promise.allSettled(fonts.map((font) => document.fonts.load(font, 'Hagelberg äöüß×')));
}
