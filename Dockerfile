# One image for every process: web, worker, bridge, relay and setup differ in their command alone.
FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Optional packages are the platform's own parts of sharp, swc and PostgreSQL: never left out.
RUN npm ci --loglevel=error
COPY . .
RUN NEXT_TELEMETRY_DISABLED=1 npx next build && npm prune --omit=dev --loglevel=error

FROM node:24-slim
WORKDIR /app
ENV NODE_ENV=production NODE_OPTIONS=--disable-warning=ExperimentalWarning MALLOC_ARENA_MAX=2
COPY --from=build --chown=node:node /app /app
RUN mkdir -p .data && chown node:node .data
USER node
EXPOSE 3000
# SIGTERM drains: no npm in between, which would not pass it on.
STOPSIGNAL SIGTERM
CMD ["node", "scripts/web.ts"]
