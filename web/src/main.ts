/** The front door of the client. */

import './tokens.css';
import './ui/styles.css';
import { mount } from 'svelte';
import App from './App.svelte';
import './fonts';

mount(App, { target: document.getElementById('table')! });
