// No cycles among folders. The tests are left out: they start the whole program from wherever they stand.
const { options } = require('./.dependency-cruiser.cjs')

module.exports = {
  forbidden: [{ name: 'no-folder-cycles', severity: 'error', scope: 'folder', from: {}, to: { circular: true } }],
  options: {
    ...options,
    exclude: { path: '^(dist|node_modules|\\.data|tests)/|\\.test\\.tsx?$|(^|/)test(ing|-helpers)\\.tsx?$' },
  },
}
