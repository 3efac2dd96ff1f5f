# One image with the built app, the server (TypeScript, which Node runs directly) and the demo event.
# docs/operations.md explains how to run it.

FROM node:24-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
COPY contract/package.json contract/
COPY client/package.json client/
COPY server/package.json server/
COPY web/package.json web/
COPY console/package.json console/
COPY testkit/package.json testkit/
COPY bench/package.json bench/

FROM packages AS build
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY contract contract
COPY client client
COPY web web
COPY console console
COPY tsconfig.base.json ./
RUN npm run build --workspace web --workspace console

FROM packages AS dependencies
RUN npm ci --omit=dev --workspace server --workspace contract --ignore-scripts --no-audit --no-fund

FROM node:24-slim
ENV NODE_ENV=production DATA_DIR=/data
WORKDIR /app
# The folder of the SQLite database, and of the copies of the event's photos.
RUN mkdir /data && chown node:node /data
COPY --from=dependencies /app/node_modules node_modules
COPY package.json LICENSE ./
COPY contract contract
COPY server server
COPY events/demo events/demo
COPY --from=build /app/web/dist web/dist
COPY --from=build /app/console/dist console/dist
USER node
VOLUME /data
EXPOSE 3000
# Checks that the process is alive. A load balancer checks /health/ready: the database answers and the server is not stopping.
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/health/live`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/src/main.ts"]
