/**
 * Limits and time-outs of the HTTP server, with their defaults.
 */
export interface HttpOptions {
  /** Requests a second for each key and kind of work; 0 for no limit. */
  readonly rateLimit: number;
  readonly rateBurst: number;
  /** Wrong keys a minute from one address. */
  readonly failedAttemptsPerMinute: number;
  /** How long a revoked key may still work, in milliseconds: at most 5,000. */
  readonly keyAgeMsMax: number;
  /** Names beside loopback that the Host header may hold; empty: any, once keys are in use. */
  readonly allowedHosts: readonly string[];
  readonly trustProxy: boolean;
  readonly connectionLimit: number;
  /** From one address, or of IPv6 from one network; 0 for no limit. Not counted behind a proxy. */
  readonly connectionsPerAddress: number;
  /** Requests under way at the same time; more are refused with 503 at once. */
  readonly requestLimit: number;
  readonly eventStreamLimit: number;
  /** For one address, and for one key. */
  readonly eventStreamsPerCaller: number;
  readonly heartbeatMs: number;
  /** To receive the headers, and the whole request. */
  readonly headersTimeoutMs: number;
  readonly requestTimeoutMs: number;
  readonly keepAliveTimeoutMs: number;
  /** How often the two time-outs are looked at. */
  readonly timeoutCheckMs: number;
  /** A connection on which nothing moves for so long is closed. */
  readonly idleTimeoutMs: number;
  readonly requestsPerSocketMax: number;
  /** Bytes of answers that may wait for their readers, on all connections, and how often that is looked at. */
  readonly unreadMax: number;
  readonly unreadCheckMs: number;
  /** How far behind the least pace whoever reads an export, or sends rewards, must be to be cut off for others. */
  readonly lateMsMax: number;
  /** While closing: how long a request may still be coming in, and how long any answer may take. */
  readonly unfinishedMs: number;
  readonly closingMs: number;
  /** How long the member that holds a policy may say nothing to a request that was sent on to it. */
  readonly forwardSilenceMs: number;
  /** When a request is refused that has no answer yet, because a database that others share says nothing. */
  readonly answerMsMax: number;
  /** Whether policies can be asked for as flags of OpenFeature. */
  readonly ofrep: boolean;
  /** Whether clients of Azure Personalizer are answered. */
  readonly personalizer: boolean;
  /** Whether agents get tools at /mcp. */
  readonly mcp: boolean;
  /** The version that the OpenAPI document tells. */
  readonly version: string;
}

export const HTTP_DEFAULTS: HttpOptions = {
  rateLimit: 200,
  rateBurst: 400,
  failedAttemptsPerMinute: 20,
  keyAgeMsMax: 5000,
  allowedHosts: [],
  trustProxy: false,
  connectionLimit: 1000,
  connectionsPerAddress: 256,
  requestLimit: 2000,
  eventStreamLimit: 100,
  eventStreamsPerCaller: 32,
  heartbeatMs: 15_000,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 15_000,
  keepAliveTimeoutMs: 5000,
  timeoutCheckMs: 2000,
  idleTimeoutMs: 60_000,
  requestsPerSocketMax: 10_000,
  unreadMax: 256 * 1024 * 1024,
  unreadCheckMs: 1000,
  lateMsMax: 5000,
  unfinishedMs: 1000,
  closingMs: 5000,
  forwardSilenceMs: 2600,
  answerMsMax: 2700,
  ofrep: true,
  personalizer: true,
  mcp: true,
  version: '0.1.0',
};

/** The largest body that is read, in bytes: with a context, and without. */
export const LARGE_BODY_BYTES: number = 256 * 1024;
/** The largest list of situations, and the largest definition: a prior has many numbers, in bytes. */
export const LIST_BODY_BYTES: number = 4 * 1024 * 1024;
/** The largest file of rewards, in bytes. */
export const BULK_BODY_BYTES: number = 16 * 1024 * 1024;
export const SMALL_BODY_BYTES: number = 64 * 1024;
