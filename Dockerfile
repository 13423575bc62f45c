# One image for server and worker; the command decides which one runs. TypeScript runs directly, so only the client
# needs a build step.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# The build tool's binaries for this platform are optional packages.
RUN npm ci --include=dev --include=optional
COPY tsconfig.json ./
COPY scripts ./scripts
COPY shared ./shared
COPY src-client ./src-client
# Its class names: the style of the server's own pages is built with the client's.
COPY src-server/http/pages ./src-server/http/pages
RUN node scripts/build.ts

FROM node:24-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY scripts/prune-packages.ts ./scripts/
COPY src-server/features/reports/pdf/font-files.ts ./src-server/features/reports/pdf/
RUN npm ci --omit=dev --include=optional && node scripts/prune-packages.ts

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000
WORKDIR /app
COPY --from=packages /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY package.json tsconfig.json ./
COPY migrations ./migrations
COPY scripts ./scripts
COPY shared ./shared
COPY src-server ./src-server
COPY src-worker ./src-worker
# The volume of STATE_DIR takes its owner from this folder.
RUN mkdir /state && chown node:node /state
USER node
EXPOSE 3000
CMD ["node", "--max-semi-space-size=8", "--max-old-space-size=1536", "src-server/main.ts"]
