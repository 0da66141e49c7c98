import js from '@eslint/js'
import prettier from 'eslint-config-prettier'
import vue from 'eslint-plugin-vue'
import ts from 'typescript-eslint'
import { clock } from './scripts/lib/lint/clock.js'
import { layers } from './scripts/lib/lint/layers.js'
import { messageValues, noSentences, sentenceSpaces } from './scripts/lib/lint/messages.js'
import { testTitles } from './scripts/lib/lint/test-titles.js'

const worlds = ['core', 'main', 'preload', 'renderer', 'sandbox', 'serve', 'shared']

/** Which worlds each world may know, besides itself. */
const mayKnow = {
  shared: [],
  core: ['shared'],
  sandbox: ['shared'],
  preload: ['shared'],
  renderer: ['shared'],
  main: ['core', 'sandbox', 'shared'],
  serve: ['core', 'sandbox', 'shared'],
}

/** Packages that are the business of a few places only. */
const packages = [
  {
    name: 'electron',
    group: ['electron', 'electron/*'],
    allowed: ['src/main/**', 'src/preload/**'],
  },
  { name: 'keytar', group: ['keytar'], allowed: ['src/core/platform/keychain/**'] },
  {
    name: 'SQLite',
    group: ['node:sqlite'],
    allowed: ['src/core/platform/sqlite/**', 'src/sandbox/**'],
  },
]

/** What reads files. `openSync` alone doesn't, and writers need it. */
const fileReaders = [
  ...['readFile', 'readFileSync', 'read', 'readSync', 'readv', 'readvSync', 'open', 'openAsBlob'],
  ...['createReadStream', 'promises', 'default'],
]
const readElsewhere =
  'Files are read by src/core/platform/files/regular-file.ts, which no pipe, device or endless file can stop.'

const timers = ['setTimeout', 'setInterval']
const scheduled =
  'Timers come from the clock of the context, or from src/core/platform/time/scheduler.ts.'

/** Schemas check in core; in the page zod would be slow under its content policy, and half of its size. */
const schemas = {
  // The contract of the host has no schema.
  group: [
    '**/shared/operations/**',
    '!**/shared/operations/host.ts',
    '**/shared/gitlab/**',
    '../operations/*',
    '../gitlab/*',
    'zod',
  ],
  allowTypeImports: true,
  message: 'The page has types of schemas only. Constants and pure rules are in src/shared/rules.',
}

const lab = {
  group: ['**/lab/**'],
  message: 'lab/ works from outside: nothing that the app needs may depend on it.',
}

function restrictions(world, allowedPackages) {
  const foreign = worlds.filter((other) => other !== world && !mayKnow[world].includes(other))
  const isPage = world === 'renderer' || world === 'shared' || world === 'preload'
  return [
    lab,
    {
      group: foreign.map((other) => `**/${other}/**`),
      message: `src/${world} may know ${['itself', ...mayKnow[world]].join(' and ')} only.`,
    },
    ...(world === 'core' && !allowedPackages.includes('timers')
      ? [{ group: ['node:timers*'], importNames: timers, message: scheduled }]
      : []),
    ...(world === 'renderer' || allowedPackages.includes('rules') ? [schemas] : []),
    ...(isPage ? [{ group: ['node:*'], message: `src/${world} knows no Node.` }] : []),
    ...packages
      .filter(({ name }) => !allowedPackages.includes(name))
      .map(({ name, group, allowed }) => ({
        group,
        message: `${name} is imported in ${allowed.join(' and ')} only.`,
      })),
  ]
}

function boundaries(files, world, allowedPackages = []) {
  return {
    files,
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        { patterns: restrictions(world, allowedPackages) },
      ],
    },
  }
}

/** Components of naive-ui that write their input into the page as HTML. */
const htmlComponents = ['NCode', 'NEquation', 'NLog', 'NQrCode']

const asHtml = 'It writes HTML past Vue: a text of somebody else’s would become markup.'

/** Refused in the page, beside what a part of it refuses. */
function pageImports(...patterns) {
  return [
    'error',
    {
      paths: [{ name: 'naive-ui', importNames: htmlComponents, message: asHtml }],
      patterns,
    },
  ]
}

/** What would make markup of a text: Vue's policy for Trusted Types lets all of it through, so nothing may get that far. */
const noHtml = {
  // guard: no-html-components
  'no-restricted-imports': pageImports({
    group: ['naive-ui/*'],
    message: 'Import it from naive-ui.',
  }),
  // guard: no-html-properties
  'no-restricted-syntax': [
    'error',
    ...[
      'MemberExpression[property.name=/^(innerHTML|outerHTML|srcdoc|insertAdjacentHTML|setHTMLUnsafe|parseFromString|createContextualFragment)$/]',
      'Property[key.name=/^(innerHTML|outerHTML|srcdoc)$/]',
      'Literal[value=/^(innerHTML|outerHTML|srcdoc|insertAdjacentHTML|setHTMLUnsafe)$/]',
      'CallExpression[callee.object.name="document"][callee.property.name=/^write(ln)?$/]',
    ].map((selector) => ({ selector, message: asHtml })),
    // guard: no-window-open
    {
      selector: 'MemberExpression[object.name="window"][property.name="open"]',
      message: 'ExternalLink opens by a click and shows the host.',
    },
  ],
  // guard: no-html-bindings
  'vue/no-restricted-v-bind': ['error', '/^\\.?(inner-?HTML|outer-?HTML|srcdoc)$/i'],
  'vue/no-restricted-static-attribute': ['error', '/^(inner-?HTML|outer-?HTML|srcdoc)$/i'],
  // guard: no-html-inputs
  'vue/no-restricted-syntax': [
    'error',
    {
      // Of one line it measures itself by innerHTML, which the policy of the page refuses. Where the type is chosen, so is this.
      selector: [
        'VElement[rawName=/^(Input|NInput|n-input)$/]',
        'VStartTag:not(:has(VAttribute[key.name="type"][value.value="textarea"]))',
        'VAttribute:matches([key.name="autosize"], [key.argument.name="autosize"]):not(:has(ConditionalExpression[alternate.name="undefined"]))',
      ].join(' > '),
      message: 'Say type="textarea", or leave it undefined for a single line.',
    },
  ],
}

export default ts.config(
  { ignores: ['out/', 'dist/', 'test-results/', 'playwright-report/'] },
  js.configs.recommended,
  ts.configs.strict,
  vue.configs['flat/recommended'],
  {
    files: ['**/*.vue'],
    languageOptions: { parserOptions: { parser: ts.parser } },
  },
  {
    rules: {
      'max-lines': ['error', 600],
      'no-undef': 'off', // TypeScript knows better
      'no-console': 'error',
      eqeqeq: 'error',
      'no-control-regex': 'off',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', caughtErrors: 'none' },
      ],
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-import-type-side-effects': 'error',
      '@typescript-eslint/no-dynamic-delete': 'off',
      '@typescript-eslint/no-invalid-void-type': 'off',
      // guard: no-v-html
      'vue/no-v-html': 'error',
      'vue/multi-word-component-names': 'off',
      'vue/require-default-prop': 'off',
      'vue/component-api-style': ['error', ['script-setup']],
      'vue/block-order': ['error', { order: ['script', 'template', 'style'] }],
    },
  },
  {
    // Command lines speak.
    files: [
      'scripts/**',
      'bench/**',
      'lab/**',
      'e2e/**',
      'src/serve/cli.ts',
      'src/sandbox/cli.ts',
      'src/**/*.proof.test.ts',
    ],
    rules: { 'no-console': 'off' },
  },
  {
    // Playwright reads from the pattern which fixtures a fixture needs, even where it needs none.
    files: ['e2e/**'],
    rules: { 'no-empty-pattern': ['error', { allowObjectPatternsAsParameters: true }] },
  },
  boundaries(['src/shared/**'], 'shared'),
  boundaries(['src/shared/rules/**'], 'shared', ['rules']),
  boundaries(['src/core/**'], 'core'),
  boundaries(['src/core/platform/sqlite/**'], 'core', ['SQLite']),
  boundaries(['src/core/platform/time/**'], 'core', ['timers']),
  boundaries(['src/core/platform/keychain/**'], 'core', ['keytar']),
  {
    files: ['src/core/**'],
    ignores: ['src/core/platform/time/**', '**/*.test.ts', '**/testing/**'],
    rules: {
      'no-restricted-globals': ['error', ...timers.map((name) => ({ name, message: scheduled }))],
    },
  },
  {
    files: ['src/{core,main,serve}/**'],
    ignores: [
      '**/*.test.ts',
      '**/testing/**',
      'src/core/platform/files/regular-file.ts',
      // Latchkey's own program, where Electron reads within an archive, and what the system says of a process.
      'src/core/platform/page/page-files.ts',
      'src/main/updater.ts',
      'src/main/self-test/{fuses,sandbox}.ts',
    ],
    rules: {
      // guard: no-other-readers
      'no-restricted-imports': [
        'error',
        {
          paths: ['node:fs', 'node:fs/promises'].map((name) => ({
            name,
            importNames: fileReaders,
            message: readElsewhere,
          })),
          patterns: [{ group: ['fs', 'fs/*'], message: readElsewhere }],
        },
      ],
    },
  },
  boundaries(['src/sandbox/**'], 'sandbox', ['SQLite']),
  boundaries(['src/serve/**'], 'serve'),
  boundaries(['src/main/**'], 'main', ['electron']),
  boundaries(['src/preload/**'], 'preload', ['electron']),
  boundaries(['src/renderer/**'], 'renderer'),
  {
    // The types of the page know Node, for the sake of its tests.
    files: ['src/renderer/**'],
    ignores: ['**/*.test.ts', '**/testing/**'],
    rules: {
      'no-restricted-globals': [
        'error',
        ...['process', 'Buffer', 'global', 'require', 'module', 'exports', 'NodeJS'],
        ...['__dirname', '__filename', 'setImmediate', 'clearImmediate'],
      ],
    },
  },
  {
    // A test may start what its subject talks to.
    files: ['src/**/*.test.ts', 'src/**/testing/**', '{scripts,e2e,bench}/**'],
    rules: { '@typescript-eslint/no-restricted-imports': ['error', { patterns: [lab] }] },
  },
  {
    files: ['src/core/**', 'src/renderer/**'],
    ignores: ['**/*.test.ts', '**/testing/**'],
    plugins: { latchkey: { rules: { layers } } },
    rules: { 'latchkey/layers': 'error' },
  },
  {
    files: ['src/{core,main,preload,renderer,serve,shared}/**'],
    ignores: ['src/shared/messages/**', '**/*.test.ts', '**/testing/**'],
    plugins: {
      messages: {
        rules: { 'no-sentences': noSentences, spaces: sentenceSpaces, values: messageValues },
      },
    },
    rules: {
      'messages/no-sentences': 'error',
      'messages/spaces': 'error',
      'messages/values': 'error',
    },
  },
  {
    files: ['src/**'],
    ignores: ['src/shared/rules/clock.ts'],
    plugins: { time: { rules: { clock } } },
    rules: { 'time/clock': 'error' },
  },
  {
    files: ['{src,e2e,scripts,lab,bench}/**/*.{test,spec}.ts'],
    plugins: { tests: { rules: { titles: testTitles } } },
    rules: { 'tests/titles': 'error' },
  },
  {
    files: ['src/renderer/**'],
    ignores: ['**/*.test.ts'],
    rules: noHtml,
  },
  {
    files: ['src/renderer/**'],
    ignores: ['src/renderer/ui/**', '**/*.test.ts'],
    rules: {
      'no-restricted-imports': pageImports({
        group: ['naive-ui', 'naive-ui/*', 'reka-ui', 'reka-ui/*'],
        message:
          'Only src/renderer/ui knows the libraries of controls: use a component of the kit.',
      }),
    },
  },
  prettier,
)
