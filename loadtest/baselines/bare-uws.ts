// Upper bound: the same server library, which only parses the same body and responds with the same bytes.
import uWS from 'uWebSockets.js';

const ANSWER = Buffer.from(
  JSON.stringify({
    success: true,
    data: {
      deviceId: '24208543-d4e5-470f-872c-91249e2df8e7',
      timestamp: '2026-11-15T02:52:08.723Z',
      fallDetected: false,
      fallConfidence: 0.0123,
      healthScore: 100,
      nextAllowedRequest: '2026-11-15T02:52:09.723Z',
    },
  }),
);

uWS
  .App()
  .post('/api/device/sensor-stream', (response) => {
    response.onAborted(() => {});
    response.onData((chunk, isLast) => {
      if (!isLast) return;
      const body = JSON.parse(Buffer.from(chunk).toString('utf8')) as { uptime_ms: number };
      response.cork(() => {
        response.writeStatus(body.uptime_ms >= 0 ? '200 OK' : '400 Bad Request');
        response.writeHeader('Content-Type', 'application/json; charset=utf-8');
        response.writeHeader('X-Content-Type-Options', 'nosniff');
        response.writeHeader('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
        response.writeHeader('Referrer-Policy', 'no-referrer');
        response.writeHeader('X-Frame-Options', 'DENY');
        response.writeHeader('Cache-Control', 'no-store');
        response.writeHeader('X-Request-Id', 'abcdef-1234');
        response.end(ANSWER);
      });
    });
  })
  .listen('127.0.0.1', 0, (socket) => {
    if (socket) process.stdout.write(`${uWS.us_socket_local_port(socket)}\n`);
  });

process.on('SIGTERM', () => process.exit(0));
