import type { Guard } from './guard.ts'

const large = 'src/core/gitlab/large-answer.exploit.test.ts'
const endless = 'src/core/gitlab/endless-list.exploit.test.ts'
const users = 'src/core/features/directory/endless-list.exploit.test.ts'
const echoed = 'src/core/gitlab/echoed-token.exploit.test.ts'

/** The guards against what an instance sends. */
export const instanceGuards: readonly Guard[] = [
  { id: 'answer-bytes', test: large, title: 'is not unpacked to its end' },
  { id: 'answer-values', test: large, title: 'is refused before it is parsed' },
  { id: 'answer-depth', test: large, title: 'nested too deeply is refused' },
  { id: 'odd-entries', test: large, title: 'lets others go first' },
  { id: 'page-entries', test: large, title: 'of more entries than a page has is refused' },
  {
    id: 'refusal-bytes',
    becomes: 'body = await readBytes(response, isSuccess ? answerLimits(row).bytes : Infinity)',
    test: large,
    title: 'however long it goes on',
  },
  {
    id: 'link-header',
    becomes: 'const links = header.matchAll(/<([^>]*)>([^<]*)/g)',
    test: large,
    title: 'is not looked through for long',
  },
  { id: 'list-empty-pages', test: endless, title: 'is given up after three empty pages in a row' },
  { id: 'list-entries', test: endless, title: 'is given up after a hundred thousand entries' },
  { id: 'list-bytes', test: endless, title: 'is given up after 64 MB' },
  { id: 'copy-users', test: users, title: 'is read no further than there are users to keep' },
  { id: 'copy-bytes', test: users, title: 'is read no further than it may take up on the disk' },
  {
    id: 'counted-users',
    test: users,
    title: 'is read no further than the service says that it goes',
  },
  {
    id: 'echoed-text',
    becomes: 'return (text ??= decoder.decode(body))',
    test: echoed,
    title: 'is not on the page, in no file, and in no address',
  },
  {
    id: 'echoed-headers',
    becomes: 'headers',
    test: echoed,
    title: 'is not on the page, in no file, and in no address',
  },
  {
    id: 'echoed-base64',
    becomes: 'const encoded: string[] = []',
    test: echoed,
    title: 'in Base64',
  },
  {
    id: 'echoed-escaped',
    becomes: 'return clean',
    test: echoed,
    title: 'escaped as JSON may',
  },
  {
    id: 'update-signature',
    becomes: 'return true',
    test: 'src/core/features/updates/signed-update.exploit.test.ts',
    title: 'is rejected if offered as a newer version',
  },
  {
    id: 'update-checked',
    test: 'src/main/updater.built.test.ts',
    title: 'never to a version that the key of its maker did not sign',
    isBuilt: true,
  },
]
