/**
 * The page begins here: styles, colour scheme, then the shell with the page that the address names.
 */
import './design/tokens.css';
import './design/base.css';
import './design/layout.css';
import './design/controls.css';
import './design/data.css';
import './charts/charts.css';
import './pages/overview/overview.css';
import './pages/policy/policy.css';
import './pages/decision/decision.css';
import './pages/audit/audit.css';
import { render } from 'preact';
import { applyStoredScheme } from './design/colour-scheme.ts';
import { Shell } from './shell/shell.tsx';

applyStoredScheme();
render(<Shell />, document.getElementById('page')!);
