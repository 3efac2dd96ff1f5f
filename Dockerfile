# The whole companion in one image: the built app, the server (TypeScript that Node runs as it is) and the demo event.
# docs/operations.md says how to run it.

FROM node:24-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
COPY contract/package.json contract/
COPY server/package.json server/
COPY web/package.json web/
COPY testkit/package.json testkit/

FROM packages AS build
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY contract contract
COPY web web
COPY tsconfig.base.json ./
RUN npm run build --workspace web

FROM packages AS dependencies
RUN npm ci --omit=dev --workspace server --workspace contract --ignore-scripts --no-audit --no-fund

FROM node:24-slim
ENV NODE_ENV=production DATA_DIR=/data
WORKDIR /app
# SQLite's folder; with DATABASE_URL nothing is written here.
RUN mkdir /data && chown node:node /data
COPY --from=dependencies /app/node_modules node_modules
COPY package.json LICENSE ./
COPY contract contract
COPY server server
COPY events/demo events/demo
COPY --from=build /app/web/dist web/dist
USER node
VOLUME /data
EXPOSE 3000
# That it lives; whether it should be sent requests (its database answers, it is not about to stop) is /health/ready.
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/health/live`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/src/main.ts"]
