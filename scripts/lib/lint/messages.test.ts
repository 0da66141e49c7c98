import { RuleTester } from 'eslint'
import { describe, expect, it } from 'vitest'
import vueParser from 'vue-eslint-parser'
import { messageValues, noSentences, looksLikeSentence, sentenceSpaces } from './messages.js'

RuleTester.describe = describe
RuleTester.it = it
const scripts = new RuleTester()
const components = new RuleTester({ languageOptions: { parser: vueParser } })
const filename = 'Some.vue'

it.each([
  'The key is too weak.',
  'Import all',
  'Couldn’t reach it',
  'is too long',
  'waits for a decision.',
])('recognizes “%s” as user-facing text unless it is only part of a sentence', (text) => {
  expect(looksLikeSentence(text)).toBe(text !== 'is too long')
})

it.each([
  'SELECT * FROM Users WHERE id',
  'ssh-ed25519 AAAA',
  'application/json',
  'GET /users',
  'a b',
])('doesn’t mistake “%s” for user-facing text', (text) => {
  expect(looksLikeSentence(text)).toBe(false)
})

scripts.run('no sentences in scripts', noSentences, {
  valid: [
    `throw new Error('The row is missing.')`,
    `log.warn('The file is damaged.', { error })`,
    `import x from './Some thing.ts'`,
    `const label = t('keys.import')`,
    `const state = { name: 'Blocked' }`,
  ],
  invalid: [
    { code: `const hint = 'Try again later.'`, errors: [{ messageId: 'sentence' }] },
    { code: 'const hint = `Wait for ${seconds} seconds.`', errors: [{ messageId: 'sentence' }] },
    { code: `const item = { label: 'Save' }`, errors: [{ messageId: 'sentence' }] },
  ],
})

components.run('no sentences in templates', noSentences, {
  valid: [
    { filename, code: `<template><p>{{ t('keys.title') }}</p></template>` },
    { filename, code: `<template><code>ssh-keygen -t ed25519</code> · </template>` },
  ],
  invalid: [
    { filename, code: `<template><p>Save</p></template>`, errors: [{ messageId: 'sentence' }] },
    {
      filename,
      code: `<template><Field label="Name" /></template>`,
      errors: [{ messageId: 'sentence' }],
    },
    {
      filename,
      code: `<template><p>{{ all ? 'All of them' : '' }}</p></template>`,
      errors: [{ messageId: 'sentence' }],
    },
  ],
})

scripts.run('values of messages', messageValues, {
  valid: [`const f = () => t('common.unknownMessage')`, `const f = () => t(id, { count })`],
  invalid: [
    {
      code: `const f = () => t('common.unknownMessage', { count })`,
      errors: [{ messageId: 'values' }],
    },
    { code: `const label = t('common.unknownMessage')`, errors: [{ messageId: 'early' }] },
  ],
})

components.run('values of messages with elements', messageValues, {
  valid: [
    { filename, code: `<template><FormattedMessage id="common.unknownMessage" /></template>` },
  ],
  invalid: [
    {
      filename,
      code: `<template><FormattedMessage id="common.unknownMessage"><template #user>x</template></FormattedMessage></template>`,
      errors: [{ messageId: 'values' }],
    },
  ],
})

const sentence = `<FormattedMessage id="queue.noFinishedHint" />`
const link = `<RouterLink to="/">{{ count }}</RouterLink>`
const inTemplate = (code: string) => ({ filename, code: `<template>${code}</template>` })
components.run('spaces between sentences and links', sentenceSpaces, {
  valid: [
    inTemplate(`<p>${sentence}\n{{ ' ' }}\n${link}</p>`),
    inTemplate(`<p>${sentence} ${link}</p>`),
    inTemplate(`<p>{{ text }}\n${link}</p>`),
    inTemplate(`<Row>${sentence}\n<template v-if="count">${link}\n${link}</template></Row>`),
    inTemplate(`<p><bdi v-if="count">1</bdi>\n<RouterLink v-else to="/">2</RouterLink></p>`),
  ],
  invalid: [
    { ...inTemplate(`<p>${sentence}\n${link}</p>`), errors: [{ messageId: 'space' }] },
    {
      ...inTemplate(`<p>${sentence}\n<template v-if="count">\n${link}\n${link}</template></p>`),
      errors: [{ messageId: 'space' }, { messageId: 'space' }],
    },
  ],
})
