import fs from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
const contract = path.join(root, 'shared/contract/alert.ts')

/** The contract with a fourth type of alert; the other files lack it. */
function withFourthType(text: string): string {
  const additions: [before: string, after: string][] = [
    ["'PARCEL_ID'] as const", "'PARCEL_ID', 'PLAT'] as const"],
    ["PARCEL_ID: 'Parcel ID',", "PARCEL_ID: 'Parcel ID', PLAT: 'Plat',"],
    ["PARCEL_ID: ['parcelId'],", "PARCEL_ID: ['parcelId'], PLAT: ['parcelId'],"],
    [
      "PARCEL_ID: ({ parcelId, variants }) => ({ alertType: 'PARCEL_ID', parcelId, variants }),",
      `PARCEL_ID: ({ parcelId, variants }) => ({ alertType: 'PARCEL_ID', parcelId, variants }),
       PLAT: ({ parcelId, variants }) => ({ alertType: 'PLAT', parcelId, variants }),`,
    ],
  ]
  return additions.reduce((changed, [before, after]) => {
    expect(changed.split(before)).toHaveLength(2)
    return changed.replace(before, after)
  }, text)
}

/** The files that do not compile once the contract has this text. */
function findBrokenFiles(text: string, files: string[], options: ts.CompilerOptions): string[] {
  const host = ts.createCompilerHost(options)
  const readFile = host.readFile.bind(host)
  const getSourceFile = host.getSourceFile.bind(host)
  host.readFile = (file) => (path.resolve(file) === contract ? text : readFile(file))
  host.getSourceFile = (file, languageVersion, ...rest) =>
    path.resolve(file) === contract
      ? ts.createSourceFile(file, text, languageVersion, true)
      : getSourceFile(file, languageVersion, ...rest)
  const program = ts.createProgram(files, options, host)
  const broken = ts.getPreEmitDiagnostics(program).map(({ file }) => path.relative(root, file?.fileName ?? ''))
  return [...new Set(broken)].map((file) => file.replaceAll(path.sep, '/')).toSorted()
}

test('a fourth type of alert does not compile until each table has its column', () => {
  const { config } = ts.readConfigFile(path.join(root, 'tsconfig.json'), (file) => ts.sys.readFile(file))
  const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, root)
  const isOurs = (file: string) =>
    /^(shared|scripts|src-\w+|tests\/matching\/naive)\//.test(path.relative(root, file).replaceAll(path.sep, '/'))
  const files = fileNames.filter((file) => isOurs(file) && !/\.test\.tsx?$/.test(file))
  const text = fs.readFileSync(contract, 'utf8')

  const named = text.replace("'PARCEL_ID'] as const", "'PARCEL_ID', 'PLAT'] as const")
  expect(findBrokenFiles(named, [contract], options)).toEqual(['shared/contract/alert.ts'])
  expect(findBrokenFiles(withFourthType(text), files, options)).toEqual([
    'scripts/made-up/population.ts',
    'shared/domain/alert/alert-types.ts',
    'shared/matching/rule/parsed-alert.ts',
    'shared/matching/rule/rules.ts',
    'shared/matching/rule/why-not.ts',
    'src-client/features/alerts/form/alert-form-values.ts',
    'src-client/features/alerts/form/alert-preview.tsx',
    'src-client/features/alerts/form/criteria-step.tsx',
    'src-client/features/alerts/form/describe-match.ts',
    'src-client/features/alerts/form/match-option-fields.tsx',
    'src-worker/templates/sample-email.ts',
    'tests/matching/naive/check-explanation.ts',
  ])
})
