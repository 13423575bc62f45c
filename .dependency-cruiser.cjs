// The import rules of the house; `npm run check` fails on a breach. CONTRIBUTING.md says what each is for.
// Cycles among folders are forbidden as well: scripts/check/folders.ts.
const forbid = (name, from, to, extra = {}) => ({
  name,
  severity: 'error',
  from: { path: from },
  to: { path: to, ...extra },
})
const pure = '^shared/(contract|domain|matching|settings|text|texts)/'
const allowedInPure = 'node_modules/(zod|libphonenumber-js|double-metaphone|fastest-levenshtein|date-fns|@date-fns)'
const aTest = '\\.test\\.tsx?$'
const aProvider = '^shared/node/providers/(?!common/)[^/]+/'

/** The rooms of shared/matching, the ground floor first: each imports only itself and the floors below. */
const matchingRooms = [['tables'], ['text'], ['people', 'business', 'parcels'], ['party', 'explain'], ['rule']]

module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    forbid('shared-stands-alone', '^shared/', '^src-'),
    { ...forbid('pure-is-browser-safe', pure, '^shared/node/'), from: { path: pure, pathNot: '\\.test\\.ts$' } },
    {
      name: 'pure-imports-no-node',
      severity: 'error',
      from: { path: pure, pathNot: '\\.test\\.ts$' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'pure-libs-only',
      severity: 'error',
      from: { path: pure, pathNot: '\\.test\\.ts$' },
      to: { path: 'node_modules', pathNot: allowedInPure },
    },
    {
      name: 'matching-is-for-server-and-worker',
      severity: 'error',
      from: { path: '^(src-client|shared/(contract|domain|settings))/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^shared/matching/', pathNot: '^shared/matching/parcels/parcel\\.ts$' },
    },
    {
      name: 'parcel-loads-no-table',
      severity: 'error',
      from: { path: '^shared/matching/parcels/parcel\\.ts$' },
      to: { path: '^shared/matching/tables/', reachable: true },
    },
    forbid('text-is-below-all', '^shared/text/', '^shared/(?!text/)'),
    // Tests and reports of the rule itself may look into its rooms.
    {
      name: 'matching-has-one-door',
      severity: 'error',
      from: {
        path: '^',
        pathNot: ['^shared/matching/', '^tests/(matching|fixtures/names)/', '^scripts/match-report/'],
      },
      to: { path: '^shared/matching/', pathNot: '^shared/matching/(public|parcels/parcel)\\.ts$' },
    },
    ...matchingRooms.map((floor, i) => ({
      name: `matching-floor-${floor.join('-')}`,
      severity: 'error',
      from: { path: `^shared/matching/(${floor.join('|')})/`, pathNot: aTest },
      to: {
        path: '^shared/matching/',
        pathNot: `^shared/matching/(${['$1', ...matchingRooms.slice(0, i).flat()].join('|')})/`,
      },
    })),
    forbid('client-sees-no-backend', '^src-client/', '^(shared/node/|src-worker/)'),
    forbid('client-takes-only-types-from-server', '^src-client/', '^src-server/', {
      dependencyTypesNot: ['type-only'],
    }),
    forbid('server-and-worker-are-strangers', '^src-server/', '^src-(worker|client)/'),
    forbid('worker-and-server-are-strangers', '^src-worker/', '^src-(server|client)/'),
    // A feature uses another only by what that one exports for others, in its public.ts.
    {
      name: 'features-are-strangers',
      severity: 'error',
      from: { path: '^src-(client|server)/features/([^/]+)/', pathNot: aTest },
      to: { path: '^src-$1/features/', pathNot: '^src-$1/features/($2/|[^/]+/public\\.ts$)' },
    },
    {
      name: 'server-edge-above-features',
      severity: 'error',
      from: { path: '^src-server/(features|platform)/', pathNot: aTest },
      to: { path: '^src-server/((trpc|routers|http)/|[^/]+$)' },
    },
    {
      name: 'server-platform-below-features',
      severity: 'error',
      from: { path: '^src-server/platform/', pathNot: aTest },
      to: { path: '^src-server/features/' },
    },
    // Routers, http and the files that build and start the server use any part of a feature; the rest, its public.ts.
    {
      name: 'server-features-from-the-edge',
      severity: 'error',
      from: { path: '^src-server/', pathNot: [aTest, '^src-server/((features|routers|http)/|[^/]+$)'] },
      to: { path: '^src-server/features/', pathNot: '/public\\.ts$' },
    },
    // The registry alone names providers, and no provider knows another.
    {
      name: 'providers-only-through-registry',
      severity: 'error',
      from: {
        path: '^',
        pathNot: ['^shared/node/providers/[^/]+/', '^shared/node/providers/registry\\.ts$', aTest, '^tests/'],
      },
      to: { path: aProvider },
    },
    {
      name: 'providers-are-strangers',
      severity: 'error',
      from: { path: '^shared/node/providers/([^/]+)/', pathNot: aTest },
      to: { path: aProvider, pathNot: '^shared/node/providers/$1/' },
    },
    // Configuration is above providers, and providers above the platform.
    forbid('platform-below-providers', '^shared/node/platform/', '^shared/node/(providers|configuration)/'),
    forbid('providers-below-configuration', '^shared/node/providers/', '^shared/node/configuration/'),
    forbid('client-lib-below-features', '^src-client/(lib|components)/', '^src-client/(features|app)/'),
    {
      name: 'sql-only-in-query-files',
      severity: 'error',
      from: {
        path: '^(src-(server|worker)|shared)/',
        pathNot: ['\\.(queries|test)\\.ts$', '^shared/node/platform/'],
      },
      to: { path: 'node_modules/(kysely|pg)/', dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|node_modules|\\.data)/' },
  },
}
