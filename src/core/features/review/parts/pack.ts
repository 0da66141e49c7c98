import { createHash } from 'node:crypto'
import { Zip, ZipDeflate } from 'fflate'
import type { AuditLogEntry } from '../../../../shared/operations/audit-log.ts'
import type { ItemCounts, ReviewItem, ReviewState } from '../../../../shared/operations/review.ts'
import { exportName } from '../../../../shared/rules/export-name.ts'
import { type ReviewSubject, itemKinds } from '../../../../shared/rules/review.ts'
import { accessLevelMessage } from '../../../../shared/rules/access-levels.ts'
import { currentLanguage, t, textOf } from '../../../platform/messages.ts'
import { escapeBidiHtml } from '../../../platform/page/escape-html.ts'
import type { StoredPart } from './part.ts'
import { kindLabel } from './part-page.ts'
import { type Pieces, csvPieces, forEachPiece, rowPieces } from './pieces.ts'

/** Everything that a review's evidence is made from. */
export interface PackSource {
  state: ReviewState
  items: readonly ReviewItem[]
  counts: ItemCounts
  parts: readonly StoredPart[]
  /** The entries of the runs that carried the review out. */
  log: readonly AuditLogEntry[]
  /** What was read, to compare it with the instance's totals. */
  collection: Record<string, unknown>
  now: number
}

/** The file with the hashes of the others. */
export const sumsFile = 'SHA256SUMS'
export const signatureFile = `${sumsFile}.sig`

/** The files for an auditor, in order of their names. */
function packFiles(source: PackSource): [name: string, pieces: Pieces][] {
  const { items, log, collection } = source
  return [
    ['audit-log.csv', logCsv(log)],
    ['collection.json', [`${JSON.stringify(collection, null, 2)}\n`]],
    ['decisions.csv', decisionsCsv(items)],
    ['items.csv', itemsCsv(items)],
    ['remediation.csv', remediationCsv(items)],
    ['report.html', report(source)],
  ]
}

/** A ZIP file with one folder. Hundreds of thousands of items take seconds, so others are answered meanwhile. */
export async function zippedPack(
  source: PackSource,
  sign: ((sums: string) => Promise<string>) | undefined,
) {
  const names = { instance: source.state.instance ?? '', username: source.state.by ?? '' }
  const folder = exportName('review-pack', names, source.now)
  const chunks: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    chunks.push(chunk)
  })
  const add = async (name: string, pieces: Pieces): Promise<string> => {
    const hash = createHash('sha256')
    const file = new ZipDeflate(`${folder}/${name}`)
    // The same files make the same ZIP file, whatever the time zone.
    file.mtime = '1980-01-02T00:00:00'
    zip.add(file)
    await forEachPiece(pieces, (piece) => {
      const bytes = Buffer.from(piece)
      hash.update(bytes)
      file.push(bytes)
    })
    file.push(new Uint8Array(), true)
    return hash.digest('hex')
  }
  const sums: string[] = []
  for (const [name, pieces] of packFiles(source)) sums.push(`${await add(name, pieces)}  ${name}\n`)
  await add(sumsFile, [sums.join('')])
  if (sign) await add(signatureFile, [await sign(sums.join(''))])
  zip.end()
  const text = Buffer.concat(chunks).toString('base64')
  return { filename: `${folder}.zip`, text, isBinary: true as const }
}

const time = (moment: number | undefined) =>
  moment === undefined ? '' : new Date(moment).toISOString()
const cell = (value: string | number | null | undefined) => String(value ?? '')

const itemHead = ['item', 'kind', 'user', 'username', 'name', 'title', 'role', 'expires', 'from']
const itemCells = (item: ReviewItem) => [
  ...[item.id, item.kind, cell(item.user), cell(item.username), cell(item.name), item.title],
  item.level === null ? '' : textOf(accessLevelMessage(item.level)),
  ...[cell(item.expires_at), cell(item.origin)],
]

function itemsCsv(items: readonly ReviewItem[]): Pieces {
  return csvPieces([...itemHead, 'findings'], items, (item) => [
    ...itemCells(item),
    item.findings.join(' '),
  ])
}

function decisionsCsv(items: readonly ReviewItem[]): Pieces {
  const head = ['item', 'decision', 'new_role', 'note', 'decided_by', 'decided_at']
  const more = ['imported_by', 'imported_at', 'signed_with']
  return csvPieces([...head, ...more], items, ({ id, kind, decided }) => [
    ...[id, decided?.decision ?? (kind === 'unread' ? 'not_certifiable' : 'undecided')],
    decided?.level === undefined ? '' : textOf(accessLevelMessage(decided.level)),
    // Only the import’s time is known of an answer from a file.
    ...[decided?.note ?? '', decided?.by ?? '', decided?.source ? '' : time(decided?.at)],
    ...[decided?.source?.importedBy ?? '', time(decided?.source?.at)],
    decided?.source?.signedWith ?? '',
  ])
}

function remediationCsv(items: readonly ReviewItem[]): Pieces {
  const changed = items.filter(({ remediation }) => remediation !== null)
  const head = ['item', 'username', 'title', 'decision', 'result', 'text']
  return csvPieces(head, changed, ({ id, username, title, decided, remediation }) => [
    ...[id, cell(username), title, cell(decided?.decision)],
    t(`reviewPack.result_${remediation!.state}`),
    remediation!.text ?? '',
  ])
}

function logCsv(log: readonly AuditLogEntry[]): Pieces {
  const head = ['id', 'at', 'actor', 'action', 'user', 'object', 'outcome', 'answer']
  return csvPieces(head, log, ({ id, at, actor, action, target, object, outcome, answer }) => [
    ...[cell(id), time(at), actor.username, action],
    ...[cell(target?.username ?? target?.id), object ?? '', outcome, answer ?? ''],
  ])
}

const style = `:root{color-scheme:light;font:14px/1.45 system-ui,sans-serif}
body{margin:0 auto;max-width:1000px;padding:24px}
table{border-collapse:collapse;width:100%;margin:8px 0 24px}
th,td{text-align:start;vertical-align:top;padding:4px 8px;border-bottom:1px solid #ccc;overflow-wrap:anywhere}
thead{display:table-header-group}tr{break-inside:avoid}
@page{margin:16mm}`

/** A decision by somebody about themselves. */
export function isSelfReview({ username, decided }: ReviewItem): boolean {
  return username !== null && decided?.by.toLowerCase() === username.toLowerCase()
}

/** The path of a group or project with its type, or a title. */
function placeLabel({ source_type, title }: ReviewItem): string {
  if (source_type === null) return title
  return t(source_type === 'Project' ? 'reviewPack.project' : 'reviewPack.group', { path: title })
}

function factText(value: unknown): string {
  if (Array.isArray(value)) return value.join(', ')
  if (typeof value !== 'object' || value === null) return String(value)
  return Object.entries(value)
    .map(([name, one]) => `${name}: ${Array.isArray(one) ? one.join(', ') : String(one)}`)
    .join('; ')
}

/** Whom the review is about, so that nobody takes it for the whole instance. */
function scopeText({ total, scope, selection }: ReviewState): string {
  if (scope?.group) return t('reviewPack.scopeGroup', { path: scope.group.path, count: total })
  const isEveryone =
    selection?.kind === 'matching' &&
    selection.except.length === 0 &&
    Object.keys(selection.filter).length === 0
  if (isEveryone) return t('reviewPack.scopeAll', { count: total })
  return scope?.view === undefined
    ? t('reviewPack.scopeChosen', { count: total })
    : t('reviewPack.scopeView', { view: scope.view, count: total })
}

const subjectsOf: Partial<Record<ReviewItem['kind'], ReviewSubject>> = {
  administrator: 'administrators',
  ...{ direct: 'memberships', inherited: 'memberships', shared: 'memberships' },
  ...{ unexplained: 'memberships', ssh: 'keys', gpg: 'keys', token: 'tokens', personal: 'tokens' },
}

function isReviewed(kind: ReviewItem['kind'], { scope }: ReviewState): boolean {
  const subject = subjectsOf[kind]
  return !subject || !scope || scope.subjects.includes(subject)
}

/** A page that answers an auditor: who had access, who decided, when, what changed, and is it complete. */
function* report({ state, items, counts, parts, collection, now }: PackSource): Pieces {
  const html = escapeBidiHtml
  function* table<T>(
    head: readonly string[],
    rows: readonly T[],
    toCells: (row: T) => readonly string[],
  ): Pieces {
    if (rows.length === 0) return
    yield `<table><thead><tr>${head.map((one) => `<th scope="col">${html(one)}</th>`).join('')}</tr></thead><tbody>`
    const line = (row: T) =>
      `<tr>${toCells(row)
        .map((one) => `<td>${html(one)}</td>`)
        .join('')}</tr>\n`
    yield* rowPieces(rows, (some) => some.map(line).join(''))
    yield '</tbody></table>'
  }
  const heading = (title: string) => `<h2>${html(title)}</h2>`
  const facts = Object.entries(collection).filter(
    ([, value]) => value !== null && value !== undefined,
  )
  const about = (item: ReviewItem) => [
    `${item.name ?? ''} @${item.username ?? ''}`.trim(),
    kindLabel(item.kind),
    placeLabel(item),
    item.level === null ? '' : textOf(accessLevelMessage(item.level)),
    item.origin ?? '',
    item.expires_at?.slice(0, 10) ?? '',
  ]
  const aboutHead = [
    ...[t('reviewPart.user'), t('reviewPack.type'), t('reviewPart.access'), t('reviewPack.role')],
    ...[t('reviewPack.from'), t('reviewPack.expires')],
  ]
  const of = (test: (item: ReviewItem) => boolean) => items.filter(test)
  const unread = of(({ kind }) => kind === 'unread')
  const undecided = of(({ kind, decided }) => kind !== 'unread' && decided === null)
  const changed = of(({ remediation }) => remediation !== null)
  const self = of(isSelfReview)
  yield `<!doctype html>
<html lang="${html(currentLanguage())}"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${html(state.name ?? '')}</title><style>${style}</style></head><body>
<h1>${html(state.name ?? '')}</h1>
<p>${html(t('reviewPack.intro', { instance: state.instance ?? '', date: time(now) }))}</p>
<p><strong>${html(scopeText(state))}</strong> ${state.places?.outsiders ? html(t('reviewPack.outsiders', { count: state.places.outsiders })) : ''}</p>
${heading(t('reviewPack.collection'))}<p>${html(t('reviewPack.collectionText'))}</p>`
  yield* table([t('reviewPack.fact'), t('reviewPack.value')], facts, ([name, value]) => [
    name.replaceAll('_', ' '),
    factText(value),
  ])
  yield heading(t('reviewPack.population', { count: counts.total }))
  yield* table([t('reviewPack.type'), t('reviewPack.count')], itemKinds, (kind) => [
    kindLabel(kind),
    isReviewed(kind, state) ? String(counts.kinds[kind]) : t('reviewPack.notReviewed'),
  ])
  yield heading(t('reviewPack.unread', { count: unread.length }))
  yield* table(
    [t('reviewPart.access'), t('reviewPack.part')],
    unread,
    ({ username, title, origin }) => [username ? `@${username}` : title, origin ?? ''],
  )
  yield heading(t('reviewPack.reviewers'))
  yield* table(
    [t('reviewPack.reviewer'), t('reviewPack.items'), t('reviewPack.answers')],
    parts,
    (part) => [
      [part.name, part.email].filter(Boolean).join(', ') || '–',
      String(part.items.length),
      part.imported
        ? t(part.imported.signedWith ? 'reviewPack.signed' : 'reviewPack.unsigned', {
            importer: part.imported.importedBy,
            date: time(part.imported.at),
            key: part.imported.signedWith ?? '',
          })
        : t('reviewPack.noAnswers'),
    ],
  )
  yield heading(t('reviewPack.decisions'))
  yield* table(
    [t('reviewPart.decision'), t('reviewPack.count')],
    Object.entries(counts.decisions),
    ([name, count]) => [
      t(`reviewPart.decision_${name as keyof ItemCounts['decisions']}`),
      String(count),
    ],
  )
  yield `<p>${html(t('reviewPack.closed', { by: state.closed?.by ?? '–', date: time(state.closed?.at) || '–' }))} ${html(t('reviewPack.self', { count: self.length }))} ${html(t('reviewPack.grantor', { count: counts.findings.grantorUnknown }))}</p>`
  yield `${heading(t('reviewPack.changes', { count: changed.length }))}<p>${html(t('reviewPack.changesText', { date: time(now) }))}</p>`
  yield* table(
    [
      ...[t('reviewPart.user'), t('reviewPack.type'), t('reviewPart.access'), t('reviewPack.role')],
      ...[t('reviewPart.decision'), t('reviewPack.result')],
    ],
    changed,
    (item) => [
      ...about(item),
      t(`reviewPart.decision_${item.decided!.decision}`),
      [t(`reviewPack.result_${item.remediation!.state}`), item.remediation!.text ?? '']
        .filter(Boolean)
        .join(': '),
    ],
  )
  const undecidedTitle =
    state.plan?.undecided === 'no_change' ? 'reviewPack.undecided' : 'reviewPack.exceptions'
  yield heading(t(undecidedTitle, { count: undecided.length }))
  yield* table(aboutHead, undecided, about)
  yield heading(t('reviewPack.selfTitle', { count: self.length }))
  yield* table(aboutHead, self, about)
  yield `<p>${html(t('reviewPack.verify'))} <code>sha256sum -c SHA256SUMS</code>, <code>latchkey --verify-review .</code></p>
</body></html>
`
}
