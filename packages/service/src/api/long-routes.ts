/**
 * Routes whose answers may take as long as their readers like.
 */
export const EVENTS = '/v1/policies/:id/events';
export const UPLOAD = '/v1/policies/:id/rewards';
export const LONG: ReadonlySet<string> = new Set([EVENTS, UPLOAD, '/v1/policies/:id/export']);
