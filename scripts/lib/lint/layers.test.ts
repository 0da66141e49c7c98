import { resolve } from 'node:path'
import { ESLint } from 'eslint'
import { expect, it } from 'vitest'
import { layerProblem } from './layers.js'

it.each([
  ['core/features/status/own-status.ts', 'core/features/desktop/desktop.ts'],
  ['core/platform/log/log.ts', 'core/features/lock/lock.ts'],
  ['core/features/status/own-status.ts', 'core/app.ts'],
  ['core/keys/armor.ts', 'core/gitlab/api-client.ts'],
  ['shared/rules/limits.ts', 'shared/gitlab/users.ts'],
  ['core/context.ts', 'core/features/lock/lock.ts'],
  ['core/ports.ts', 'core/features/updates/updates.ts'],
  ['renderer/ui/FormField.vue', 'renderer/bridge/use-async-action.ts'],
  ['renderer/components/UserAvatar.vue', 'renderer/forms/use-form.ts'],
  ['renderer/features/emails/EmailRow.vue', 'renderer/features/keys/KeyRow.vue'],
  ['renderer/features/emails/EmailRow.vue', 'renderer/app/router.ts'],
])('forbids %s from importing %s', (from, to) => {
  expect(layerProblem(from, to)).toBeDefined()
})

it.each([
  ['core/features/status/own-status.ts', 'core/features/status/status-fields.ts'],
  ['core/features/status/own-status.ts', 'core/platform/files/json-file.ts'],
  ['core/app.ts', 'core/features/lock/lock.ts'],
  ['core/app.ts', 'core/invoke.ts'],
  ['core/features/status/own-status.ts', 'core/context.ts'],
  ['renderer/features/keys/ssh/SshKeysScreen.vue', 'renderer/features/keys/KeyRow.vue'],
  ['renderer/app/router.ts', 'renderer/features/keys/KeyRow.vue'],
  ['main/index.ts', 'core/app.ts'],
])('allows %s to import %s', (from, to) => {
  expect(layerProblem(from, to)).toBeUndefined()
})

it('checks a component’s style sheets', async () => {
  const component =
    '<template><p /></template><style scoped src="../features/users/tag.css"></style>'
  const filePath = resolve(import.meta.dirname, '../../../src/renderer/ui/UserTag.vue')
  const [result] = await new ESLint().lintText(component, { filePath })
  expect(result?.messages.map(({ message }) => message)).toContain('ui is below features.')
})
