/**
 * The HTTP face of the service.
 */
export type { Asset, Assets } from './asset.ts';
export type { BriefReceipt } from './brief-receipt.ts';
export { createHttpServer, type HttpServerInput } from './create-http-server.ts';
export { HTTP_DEFAULTS, type HttpOptions } from './http-options.ts';
export { createLabReport, type LabReport, type LabReports } from './lab-report.ts';
export type { HttpMetrics, HttpServer } from './routes/route-tools.ts';
export { createKey, type NewKey, type NewKeyOptions } from './security/api-keys.ts';
export { isLoopbackAddress } from './security/host-check.ts';
export { keyLabel } from './security/key-text.ts';
export { isScope, SCOPES, type Scope } from './security/scopes.ts';
