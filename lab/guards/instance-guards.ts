import type { Guard } from './guard.ts'

const large = 'src/core/gitlab/large-answer.exploit.test.ts'
const endless = 'src/core/gitlab/endless-list.exploit.test.ts'
const users = 'src/core/features/directory/endless-list.exploit.test.ts'
const echoed = 'src/core/gitlab/echoed-token.exploit.test.ts'
const credentials = 'src/core/features/credentials/credentials.exploit.test.ts'

/** Guards against responses from instances. */
export const instanceGuards: readonly Guard[] = [
  {
    id: 'retry-after',
    test: 'src/core/gitlab/slow-header.exploit.test.ts',
    title: 'a header of too many digits is ignored: retry-after',
  },
  {
    id: 'requested-owner',
    replacement: 'const isTheirs = true',
    test: 'src/core/gitlab/other-owner.exploit.test.ts',
    title: 'a token of another user is no answer to impersonationTokens.create',
  },
  {
    id: 'requested-username',
    replacement: 'const isNewUser = true',
    test: 'src/core/gitlab/other-object.exploit.test.ts',
    title: 'is rejected if it describes another user than the new user',
  },
  {
    id: 'requested-id',
    replacement: 'const isNamed = true',
    test: 'src/core/gitlab/other-object.exploit.test.ts',
    title: 'is rejected for users.get',
  },
  {
    id: 'requested-owner',
    replacement: 'const isTheirs = true',
    test: 'src/core/gitlab/other-object.exploit.test.ts',
    title: 'is rejected for impersonationTokens.create if it belongs to another user',
  },
  {
    id: 'entry-owner',
    replacement: 'const isTheirs = true',
    test: 'src/core/gitlab/other-owner.exploit.test.ts',
    title: 'another user’s entry of sshKeys.listOf is left out and counted',
  },
  { id: 'answer-bytes', test: large, title: "isn't fully decompressed" },
  { id: 'answer-values', test: large, title: 'is rejected before parsing' },
  { id: 'answer-depth', test: large, title: 'is rejected if nested too deeply' },
  { id: 'odd-entries', test: large, title: 'yields to other work' },
  { id: 'page-entries', test: large, title: 'is rejected if it has more than 1,000 entries' },
  {
    id: 'refusal-bytes',
    replacement: 'body = await readBytes(response, isSuccess ? answerLimits(row).bytes : Infinity)',
    test: large,
    title: 'without reading a huge body',
  },
  {
    id: 'link-header',
    replacement: 'const links = header.matchAll(/<([^>]*)>([^<]*)/g)',
    test: large,
    title: "isn't parsed for long",
  },
  { id: 'list-empty-pages', test: endless, title: 'stops after three empty pages in a row' },
  { id: 'list-entries', test: endless, title: 'stops after 100,000 entries' },
  { id: 'list-bytes', test: endless, title: 'stops after 64 MB' },
  {
    id: 'locked-credentials',
    test: 'src/core/features/credentials/credentials.test.ts',
    title: 'stops loading when Latchkey is locked',
  },
  {
    id: 'hidden-in-files',
    test: 'src/core/features/review/parts/parts.test.ts',
    title: 'allows nothing but its own script and style, and has names as text',
  },
  {
    id: 'answers-campaign',
    test: 'src/core/features/review/parts/parts.test.ts',
    title: 'to changed questions, of another review, or a second time are refused',
  },
  {
    id: 'answers-questions',
    test: 'src/core/features/review/parts/parts.test.ts',
    title: 'to changed questions, of another review, or a second time are refused',
  },
  {
    id: 'answers-replayed',
    test: 'src/core/features/review/parts/parts.test.ts',
    title: 'to changed questions, of another review, or a second time are refused',
  },
  {
    id: 'answers-outdated',
    replacement: 'const isOutdated = false',
    test: 'src/core/features/review/parts/parts.test.ts',
    title: 'about access that changed since are asked again',
  },
  {
    id: 'answers-problems',
    test: 'src/core/features/review/parts/parts.test.ts',
    title: 'with an unknown item are refused with the line, and nothing changes',
  },
  {
    id: 'answers-signature',
    test: 'src/core/features/review/parts/parts.test.ts',
    title: 'are verified with the keys that GitLab lists for the reviewer',
  },
  {
    id: 'pack-hash',
    test: 'src/core/features/review/parts/parts.test.ts',
    title: 'is damaged if a file changes or is missing, and signed if a key was chosen',
  },
  {
    id: 'closed-review',
    test: 'src/core/features/review/certification.test.ts',
    title: 'is closed only after everything was read, and keeps its decisions',
  },
  {
    id: 'changed-item',
    test: 'src/core/features/review/certification.test.ts',
    title: 'leaves alone what has changed since it was read',
  },
  {
    id: 'reviewed-exception',
    replacement: 'const objection = undefined',
    test: 'src/core/features/review/certification.test.ts',
    title: 'leaves out a user who became an exception after the start',
  },
  {
    id: 'latchkeys-reviewed-token',
    test: 'src/core/features/review/certification.test.ts',
    title: 'never revokes Latchkey’s own token, even if it wasn’t known when the run started',
  },
  {
    id: 'remediation-over-ceiling',
    test: 'src/core/features/review/certification.test.ts',
    title: 'doesn’t start if it revokes more tokens than the ceiling allows',
  },
  {
    id: 'changed-token',
    test: 'src/core/features/credentials/revoke-many.test.ts',
    title: 'refuses a token that belongs to another user than when it was selected',
  },
  {
    id: 'latchkeys-tokens',
    test: 'src/core/features/credentials/revoke-many.test.ts',
    title: 'refuses its own token even if it wasn’t known when the run started',
  },
  {
    id: 'revocation-over-ceiling',
    test: 'src/core/features/credentials/revoke-many.test.ts',
    title: 'stops at the ceiling for revoking tokens, counted per token',
  },
  { id: 'copy-users', test: users, title: 'stops loading at the maximum number of users' },
  { id: 'copy-bytes', test: users, title: 'stops loading at the maximum size on disk' },
  {
    id: 'page-memory',
    replacement: 'throw error',
    test: 'src/core/features/directory/storing-worker.exploit.test.ts',
    title: 'a page that takes too much memory ends the sync and nothing else',
  },
  {
    id: 'counted-users',
    test: users,
    title: 'stops loading when the list exceeds the total that the service reported',
  },
  {
    id: 'echoed-body',
    replacement: 'body',
    test: echoed,
    title: 'never reaches the page, a file, or a URL',
  },
  {
    id: 'echoed-page',
    replacement: 'body',
    test: 'src/core/features/directory/storing-worker.exploit.test.ts',
    title: 'never reaches the worker',
  },
  {
    id: 'echoed-headers',
    replacement: 'headers',
    test: echoed,
    title: 'never reaches the page, a file, or a URL',
  },
  {
    id: 'echoed-base64',
    replacement: 'const encoded: string[] = []',
    test: echoed,
    title: 'in Base64',
  },
  {
    id: 'echoed-escaped',
    replacement: 'return clean',
    test: echoed,
    title: 'escaped as in JSON',
  },
  {
    id: 'update-signature',
    replacement: 'return true',
    test: 'src/core/features/updates/signed-update.exploit.test.ts',
    title: 'is rejected if offered as a newer version',
  },
  {
    id: 'update-checked',
    test: 'src/main/updater.built.test.ts',
    title: "rejects a version that isn't signed with the maker's key",
    isBuilt: true,
  },
  {
    id: 'id-range',
    replacement: 'const NumberId = z.int()',
    test: credentials,
    title: 'cannot have two tokens stored as one by their high IDs',
  },
  {
    id: 'year-digits',
    replacement: 'const sortable = milliseconds',
    test: credentials,
    title: 'cannot make a token look expired by a year of five digits',
  },
  {
    id: 'token-texts',
    replacement: 'const shorten = (text: string, _ = 0): string => text',
    test: credentials,
    title: 'cannot fill the memory of a list or an export',
  },
  {
    id: 'access-name',
    replacement: "const id = places[access ?? '']",
    test: credentials,
    title: 'cannot make a permission named like a property of every object unreadable',
  },
  {
    id: 'alias-listed',
    replacement: 'const aliases: typeof elsewhere = []',
    test: credentials,
    title: 'is not among those that a run revokes',
  },
  {
    id: 'alias-token',
    test: credentials,
    title: 'is not revoked by a run that was started before',
  },
  {
    id: 'emoji-name',
    replacement: 'const known = nameToEmoji[emoji]',
    test: 'src/core/features/desktop/odd-emoji.exploit.test.ts',
    title: 'is shown by name',
  },
  {
    id: 'directory-texts',
    replacement: 'const text = value',
    test: 'src/core/features/directory/user-row.test.ts',
    title: 'has only the beginning of texts that would fill the memory',
  },
  {
    id: 'review-texts',
    replacement: 'const shorten = <T>(value: T) => value',
    test: 'src/core/features/review/long-texts.exploit.test.ts',
    title: 'texts of an instance cannot fill the memory of a review',
  },
]
