import { render } from 'preact';
import { App } from './app.js';
import { applyTheme } from './shell/theme.js';

applyTheme();
const page = document.getElementById('page');
if (page !== null) render(<App />, page);
