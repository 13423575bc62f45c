// The import rules of the house; `npm run check` fails on a breach. CONTRIBUTING.md says what each is for.
const forbid = (name, from, to, extra = {}) => ({
  name,
  severity: 'error',
  from: { path: from },
  to: { path: to, ...extra },
})
const pure = '^shared/(contract|rules|matching|settings)/'
const allowedInPure = 'node_modules/(zod|libphonenumber-js|double-metaphone|fastest-levenshtein|date-fns|@date-fns)'

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
    forbid('client-sees-no-backend', '^src-client/', '^(shared/node/|src-worker/)'),
    forbid('client-takes-only-types-from-server', '^src-client/', '^src-server/', {
      dependencyTypesNot: ['type-only'],
    }),
    forbid('server-and-worker-are-strangers', '^src-server/', '^src-(worker|client)/'),
    forbid('worker-and-server-are-strangers', '^src-worker/', '^src-(server|client)/'),
    {
      name: 'client-features-are-strangers',
      severity: 'error',
      from: { path: '^src-client/features/([^/]+)/' },
      to: { path: '^src-client/features/', pathNot: '^src-client/features/($1/|[^/]+/public\\.ts$)' },
    },
    forbid('client-lib-below-features', '^src-client/(lib|components)/', '^src-client/(features|app)/'),
    {
      name: 'sql-only-in-query-files',
      severity: 'error',
      from: { path: '^src-(server|worker)/', pathNot: '\\.(queries|test)\\.ts$' },
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
