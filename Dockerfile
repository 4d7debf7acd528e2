# Vigil without a database: set DATABASE_URL (docker-compose.yml provides TimescaleDB).
# Debian 13, because uWebSockets.js' binaries for Node 22 need its glibc.

FROM node:22-trixie-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY scripts/keep-own-binaries.mjs scripts/
COPY src/platform/http/native-binaries.json src/platform/http/
# The workspaces (load tests, detector evaluation) are no part of the image.
RUN npm ci --workspaces=false
COPY tsconfig.json tsconfig.build.json ./
COPY scripts/build.ts scripts/run-time-files.ts scripts/
COPY sql sql
COPY src src
COPY workers workers
COPY client client
COPY web web
RUN npm run build

# Optional dependencies are the embedded PostgreSQL and the compilers' binaries. No remaining package needs its install script:
# argon2 and uWebSockets.js contain their binaries.
FROM node:22-trixie-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
COPY scripts/production-modules.mjs scripts/
RUN npm ci --workspaces=false --omit=dev --omit=optional --ignore-scripts
RUN node scripts/production-modules.mjs

FROM node:22-trixie-slim
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/app/data
COPY --from=dependencies /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY package.json ./
RUN mkdir data && chown 1000:1000 data
# The image's user "node", as a number, so that orchestrators can verify that it is not root.
USER 1000:1000
EXPOSE 3000 1883 8883
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "dist/src/operations/health-check.js"]
# Node is process 1 and needs no init: it handles SIGTERM itself (drains, then exits 0 within 10 s),
# and its only child processes are its own instances (INSTANCES), which it waits for itself.
# docs/deploy.md, "Without containers": a tenth more readings per second, for longer pauses and more memory.
CMD ["node", "--max-semi-space-size=64", "dist/src/main.js"]
