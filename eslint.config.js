import { readFileSync } from 'node:fs'
import js from '@eslint/js'
import prettier from 'eslint-config-prettier'
import vue from 'eslint-plugin-vue'
import ts from 'typescript-eslint'
import { clock } from './scripts/lib/lint/clock.js'
import { layers } from './scripts/lib/lint/layers.js'
import { messageValues, noSentences, sentenceSpaces } from './scripts/lib/lint/messages.js'
import { testTitles } from './scripts/lib/lint/test-titles.js'

const worlds = ['core', 'main', 'preload', 'renderer', 'sandbox', 'serve', 'shared']

/** The worlds that each world may import in addition to itself. */
const allowedImports = {
  shared: [],
  core: ['shared'],
  sandbox: ['shared'],
  preload: ['shared'],
  renderer: ['shared'],
  main: ['core', 'sandbox', 'shared'],
  serve: ['core', 'sandbox', 'shared'],
}

/** Packages that may only be imported in a few places. */
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

/** Functions that read files. `openSync` isn’t included, because it doesn’t read by itself and writers need it. */
const fileReaders = [
  ...['readFile', 'readFileSync', 'read', 'readSync', 'readv', 'readvSync', 'open', 'openAsBlob'],
  ...['createReadStream', 'promises', 'default'],
]
const fileReaderMessage =
  'Read files with src/core/platform/files/regular-file.ts, which pipes, devices, and endless files can’t block.'

const timers = ['setTimeout', 'setInterval']
const timerMessage =
  'Use timers from the clock of the context, or from src/core/platform/time/scheduler.ts.'

/** Only core validates with schemas. In the page, the content security policy would slow zod down, and zod would be half of the code. */
const schemaImports = {
  // The contract of the host doesn’t have a schema.
  group: [
    '**/shared/operations/**',
    '!**/shared/operations/host.ts',
    '**/shared/gitlab/**',
    '../operations/*',
    '../gitlab/*',
    'zod',
  ],
  allowTypeImports: true,
  message:
    'The page may only import types of schemas. Constants and pure rules are in src/shared/rules.',
}

const lab = {
  group: ['**/lab/**'],
  message: 'lab/ works from outside: nothing that the app needs may depend on it.',
}

function restrictions(world, allowedPackages) {
  const foreign = worlds.filter(
    (other) => other !== world && !allowedImports[world].includes(other),
  )
  const isPage = world === 'renderer' || world === 'shared' || world === 'preload'
  return [
    lab,
    {
      group: [
        ...foreign.map((other) => `**/${other}/**`),
        // Which bytes are a key is the same question for both.
        ...(world === 'sandbox' ? ['!**/core/keys', '!**/core/keys/**'] : []),
      ],
      message: `src/${world} may only import from ${['itself', ...allowedImports[world]].join(' and ')}.`,
    },
    ...(world === 'core' && !allowedPackages.includes('timers')
      ? [{ group: ['node:timers*'], importNames: timers, message: timerMessage }]
      : []),
    ...(world === 'renderer' || allowedPackages.includes('rules') ? [schemaImports] : []),
    ...(isPage ? [{ group: ['node:*'], message: `src/${world} can’t use Node.` }] : []),
    ...packages
      .filter(({ name }) => !allowedPackages.includes(name))
      .map(({ name, group, allowed }) => ({
        group,
        message: `${name} may only be imported in ${allowed.join(' and ')}.`,
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

/** Components of naive-ui that render their input as HTML. */
const htmlComponents = ['NCode', 'NEquation', 'NLog', 'NQrCode']

const htmlMessage = 'This writes HTML past Vue: foreign text would become markup.'

/** Rejected in the page, in addition to the rules for its parts. */
function pageImports(...patterns) {
  return [
    'error',
    {
      paths: [{ name: 'naive-ui', importNames: htmlComponents, message: htmlMessage }],
      patterns,
    },
  ]
}

const kit = readFileSync(new URL('src/renderer/ui/kit.ts', import.meta.url), 'utf8')
const kitComponents = Array.from(kit.matchAll(/ '\.\/(\w+\.vue)'/g), ([, file]) => `**/ui/${file}`)

/** Native controls that look different in every browser and theme, except in the components that style them. */
const kitFields = ['Select', 'DateField', 'TimeField'].map((name) => `src/renderer/ui/${name}.vue`)
const nativeFields = [
  { selector: 'VElement[rawName="select"]', message: 'Use ui/Select.vue.' },
  {
    selector: [
      'VElement[name="input"] > VStartTag',
      'VAttribute[key.name="type"][value.value=/^(date|datetime-local|month|time|week)$/]',
    ].join(' > '),
    message: 'Use ui/DateField.vue or ui/TimeField.vue.',
  },
]

/** Code that turns text into markup: Vue’s Trusted Types policy lets all of it through, so lint must reject it. */
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
    ].map((selector) => ({ selector, message: htmlMessage })),
    // guard: no-window-open
    {
      selector: 'MemberExpression[object.name="window"][property.name="open"]',
      message: 'ExternalLink opens on click and shows the host.',
    },
  ],
  // guard: no-html-bindings
  'vue/no-restricted-v-bind': ['error', '/^\\.?(inner-?HTML|outer-?HTML|srcdoc)$/i'],
  'vue/no-restricted-static-attribute': ['error', '/^(inner-?HTML|outer-?HTML|srcdoc)$/i'],
  // guard: no-html-inputs
  'vue/no-restricted-syntax': [
    'error',
    ...nativeFields,
    {
      // A single-line NInput with autosize measures its width with innerHTML, which the page’s policy blocks. Also applies if the type is dynamic.
      selector: [
        'VElement[rawName=/^(Input|NInput|n-input)$/]',
        'VStartTag:not(:has(VAttribute[key.name="type"][value.value="textarea"]))',
        'VAttribute:matches([key.name="autosize"], [key.argument.name="autosize"]):not(:has(ConditionalExpression[alternate.name="undefined"]))',
      ].join(' > '),
      message: 'Set type="textarea", or leave it undefined for a single line.',
    },
  ],
}

export default ts.config(
  { ignores: ['out/', 'dist/', 'test-results/', 'playwright-report/'] },
  js.configs.recommended,
  ts.configs.strict,
  // Only the page has Vue.
  vue.configs['flat/recommended'].map((config) => ({ files: ['src/renderer/**'], ...config })),
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
    },
  },
  {
    files: ['src/renderer/**'],
    rules: {
      // guard: no-v-html
      'vue/no-v-html': 'error',
      'vue/multi-word-component-names': 'off',
      'vue/require-default-prop': 'off',
      'vue/component-api-style': ['error', ['script-setup']],
      'vue/block-order': ['error', { order: ['script', 'template', 'style'] }],
    },
  },
  {
    // Command-line programs print to the console.
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
    // Playwright reads the fixtures that a fixture needs from this pattern, even if it is empty.
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
      'no-restricted-globals': [
        'error',
        ...timers.map((name) => ({ name, message: timerMessage })),
      ],
    },
  },
  {
    files: ['src/{core,main,serve}/**'],
    ignores: [
      '**/*.test.ts',
      '**/testing/**',
      'src/core/platform/files/regular-file.ts',
      // Latchkey’s own program files, which Electron reads inside an archive, and process information from the system.
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
            message: fileReaderMessage,
          })),
          patterns: [{ group: ['fs', 'fs/*'], message: fileReaderMessage }],
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
    // The page’s types include Node because of its tests.
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
    // Tests may start services that their subject talks to.
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
    files: kitFields,
    rules: { 'vue/no-restricted-syntax': 'off' },
  },
  {
    files: ['src/renderer/**'],
    ignores: ['src/renderer/ui/**', '**/*.test.ts'],
    rules: {
      'no-restricted-imports': pageImports(
        {
          group: ['naive-ui', 'naive-ui/*', 'reka-ui', 'reka-ui/*'],
          message: 'Only src/renderer/ui may import UI libraries: use a component of the kit.',
        },
        { group: kitComponents, message: 'Import it from ui/kit.ts.' },
      ),
    },
  },
  prettier,
)
