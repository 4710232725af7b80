/** The front door of the client. The panels come with the table; today it brings the faces. */

import './tokens.css';
import { mapFonts } from './fonts';

void mapFonts();
