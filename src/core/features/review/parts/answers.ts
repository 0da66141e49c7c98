import { z } from 'zod'
import { reasonLimit, reviewItemIdLimit } from '../../../../shared/rules/limits.ts'
import { type ItemDecision, itemDecisions } from '../../../../shared/rules/review.ts'
import { type Message, message } from '../../../../shared/messages/message.ts'
import { createFailureError } from '../../../platform/failures.ts'
import { readCsv } from '../../../platform/files/read-csv.ts'
import { parseLimited } from '../../../gitlab/value-limits.ts'

/** One answer of a file. */
export interface ReviewerAnswer {
  /** The number of its line in the file, starting at 1. */
  line: number
  item: string
  decision: ItemDecision
  note: string
}

/** A file of answers, and the part that it claims to answer. */
export interface AnswersFile {
  campaign: string
  part: string
  hash: string
  answers: ReviewerAnswer[]
  problems: { line: number; text: Message }[]
}

const text = z.string().max(200)
const Head = z.object({
  format: z.literal('latchkey-review-answers'),
  campaign: text,
  part: text,
  hash: text,
  answers: z.array(z.unknown()),
})
const JsonAnswer = z.object({
  item: z.string().max(reviewItemIdLimit),
  decision: z.enum(itemDecisions),
  note: z.string().max(reasonLimit).default(''),
})

/** How many problems of a file are listed. The first one keeps it from being imported. */
export const maxAnswerProblems = 100
/** The values of more answers than fit into a file. */
const maxValues = 1_000_000
// More rows than fit into a file: each has the part's hash.
// guard: answers-rows
const csvLimits = { rows: 100_000, cells: 2_000_000 }

/** Reads a file as the page of a part saves it, or the CSV file of a part. Throws if it is neither. */
export async function readAnswers(text: string): Promise<AnswersFile> {
  return /^\s*\{/.test(text.replace(/^\uFEFF/, '')) ? readJson(text) : readAnswersCsv(text)
}

function readJson(text: string): AnswersFile {
  // guard: answers-values
  const parsed = parseLimited(text.replace(/^\uFEFF/, ''), maxValues)
  const head = 'value' in parsed ? Head.safeParse(parsed.value).data : undefined
  if (!head) throw createFailureError('review.noAnswers')
  const lines = answerLines(text)
  const file: AnswersFile = { ...head, answers: [], problems: [] }
  for (const [nth, entry] of head.answers.entries()) {
    const line = lines[nth] ?? 1
    const answer = JsonAnswer.safeParse(entry).data
    if (answer) file.answers.push({ line, ...answer })
    else file.problems.push({ line, text: message('review.answerInvalid') })
    // guard: answers-problem-count
    if (file.problems.length >= maxAnswerProblems) break
  }
  return file
}

/** The line of each answer, as far as each begins on a line of its own. */
function answerLines(text: string): number[] {
  const lines: number[] = []
  let [line, counted] = [1, 0]
  for (const { index } of text.matchAll(/^[ \t]*\{"item"/gm)) {
    for (let at = text.indexOf('\n', counted); at !== -1 && at < index; line += 1) {
      counted = at + 1
      at = text.indexOf('\n', counted)
    }
    lines.push(line)
  }
  return lines
}

/** The columns of a part's CSV file that an answer needs. */
const csvColumns = ['campaign', 'part', 'hash', 'item', 'decision', 'note'] as const

async function readAnswersCsv(text: string): Promise<AnswersFile> {
  const [head, ...rows] = await readCsv(text, csvLimits)
  const places = csvColumns.map((name) => head!.cells.indexOf(name))
  if (places.some((place) => place < 0)) throw createFailureError('review.noAnswers')
  const file: AnswersFile = { campaign: '', part: '', hash: '', answers: [], problems: [] }
  for (const [nth, { line, cells }] of rows.entries()) {
    // guard: answers-row-problems
    if (file.problems.length >= maxAnswerProblems) break
    const [campaign, part, hash, item, decision, note] = places.map(
      (place) => cells[place] ?? '',
    ) as [string, string, string, string, string, string]
    if (nth === 0) Object.assign(file, { campaign, part, hash })
    if (campaign !== file.campaign || part !== file.part || hash !== file.hash) {
      file.problems.push({ line, text: message('review.answerOfAnotherPart') })
      continue
    }
    const wanted = decision.trim().toLowerCase().replace(/\s+/g, '_')
    if (wanted === '') continue
    const answer = JsonAnswer.safeParse({ item, decision: wanted, note: note.trim() }).data
    if (answer) file.answers.push({ line, ...answer })
    else file.problems.push({ line, text: message('review.answerInvalid') })
  }
  return file
}
