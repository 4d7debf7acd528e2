import type { HttpRequest } from 'uWebSockets.js';

/** A copy of the request line and headers: the uWebSockets.js request object is invalid after the first await. */
export class RequestHead {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  host = '';
  authorization = '';
  contentLength = '';
  contentType = '';
  cookie = '';
  origin = '';
  secFetchSite = '';
  forwardedFor = '';
  forwardedProto = '';
  requestId = '';
  userAgent = '';
  idempotencyKey = '';
  /** By which other systems prove who they are, by the name of the header. */
  signatures: Map<string, string> | undefined;
  connection = '';
  upgrade = '';
  accept = '';
  acceptEncoding = '';
  acceptLanguage = '';
  ifMatch = '';
  ifNoneMatch = '';
  ifRange = '';
  range = '';
  webSocketKey = '';
  webSocketVersion = '';
  webSocketProtocol = '';
  webSocketExtensions = '';
  #hosts = 0;
  #transferEncodings = 0;
  /** The reason to refuse the request with 400, whatever it asks for. */
  malformed: string | undefined;

  constructor(request: HttpRequest) {
    this.method = request.getCaseSensitiveMethod();
    this.path = request.getUrl();
    this.query = request.getQuery() ?? '';
    request.forEach((name, value) => {
      this.#addHeader(name, value);
    });
    if (this.#hosts > 1) this.malformed = 'More than one Host header';
    else if (this.host === '') this.malformed ??= 'A Host header is required';
    if (this.#transferEncodings > 1) this.malformed = 'More than one Transfer-Encoding header';
    if (this.#transferEncodings > 0 && this.contentLength !== '') {
      this.malformed = 'Content-Length and Transfer-Encoding exclude each other';
    }
  }

  get hasBody(): boolean {
    return this.#transferEncodings > 0 || Number(this.contentLength) > 0;
  }

  /**
   * Refuses requests with an ambiguous length or host: a proxy in front of us may read them differently (request
   * smuggling), and the server binary for Node 20 lets them through.
   */
  #addHeader(name: string, value: string): void {
    switch (name) {
      case 'host':
        this.#hosts += 1;
        this.host = value;
        break;
      case 'content-length':
        if (this.contentLength !== '' || !/^\d{1,15}$/.test(value))
          this.malformed = 'Content-Length is not one plain number';
        this.contentLength = value;
        break;
      case 'transfer-encoding':
        this.#transferEncodings += 1;
        if (value.toLowerCase() !== 'chunked') this.malformed = 'Transfer-Encoding may only be chunked';
        break;
      case 'authorization':
        if (this.authorization !== '') this.malformed = 'More than one Authorization header';
        this.authorization = value;
        break;
      case 'content-type':
        this.contentType = value;
        break;
      case 'cookie':
        this.cookie = this.cookie === '' ? value : `${this.cookie}; ${value}`;
        break;
      case 'origin':
        this.origin = value;
        break;
      case 'sec-fetch-site':
        this.secFetchSite = value;
        break;
      case 'x-forwarded-for':
        this.forwardedFor = listed(this.forwardedFor, value);
        break;
      case 'x-forwarded-proto':
        this.forwardedProto = value;
        break;
      case 'x-request-id':
        this.requestId = value;
        break;
      case 'user-agent':
        this.userAgent = value;
        break;
      case 'idempotency-key':
        this.idempotencyKey = value;
        break;
      case 'accept':
        this.accept = listed(this.accept, value);
        break;
      case 'accept-encoding':
        this.acceptEncoding = listed(this.acceptEncoding, value);
        break;
      case 'accept-language':
        this.acceptLanguage = listed(this.acceptLanguage, value);
        break;
      case 'if-match':
        this.ifMatch = listed(this.ifMatch, value);
        break;
      case 'if-none-match':
        this.ifNoneMatch = listed(this.ifNoneMatch, value);
        break;
      case 'if-range':
        this.ifRange = listed(this.ifRange, value);
        break;
      case 'range':
        this.range = listed(this.range, value);
        break;
      case 'sec-websocket-key':
        this.webSocketKey = listed(this.webSocketKey, value);
        break;
      case 'sec-websocket-version':
        this.webSocketVersion = listed(this.webSocketVersion, value);
        break;
      case 'connection':
        this.connection = listed(this.connection, value);
        break;
      case 'upgrade':
        this.upgrade = listed(this.upgrade, value);
        break;
      case 'sec-websocket-protocol':
        this.webSocketProtocol = listed(this.webSocketProtocol, value);
        break;
      case 'sec-websocket-extensions':
        this.webSocketExtensions = value;
        break;
      default:
        if (!name.endsWith('-signature')) break;
        this.signatures ??= new Map();
        this.signatures.set(name, value);
    }
  }
}

/** RFC 9110, section 5.3: a repeated header means the list of its values. */
const listed = (before: string, value: string): string => (before === '' ? value : `${before},${value}`);
