/** Queued actions that are not sent yet. */
export interface Unsent {
  /** Those that wait on disk for the next start. */
  kept: number
  /** Those of accounts of the demo, which ends with the program. */
  lost: number
}

/** What to tell somebody who is about to quit, and what the two answers are; nothing where nothing is queued. */
export function quitQuestion({ kept, lost }: Unsent) {
  if (kept + lost === 0) return undefined
  const isOne = kept + lost === 1
  return {
    message: `${actions(kept + lost)} ${isOne ? 'is' : 'are'} not sent yet.`,
    detail: detailOf(kept, lost),
    stay: 'Stay',
    quit: lost === 0 ? `Quit – ${isOne ? 'it is' : 'they are'} sent at the next start` : 'Quit',
  }
}

function detailOf(kept: number, lost: number): string {
  const waits =
    kept === 0 ? [] : [`${who(kept, lost)} kept on this machine and sent at the next start.`]
  const ends = lost === 0 ? [] : [`${who(lost, kept)} lost, because the demo ends with Latchkey.`]
  return [...waits, ...ends].join(' ')
}

function who(count: number, others: number): string {
  if (others === 0) return count === 1 ? 'It is' : 'They are'
  return `${actions(count)} ${count === 1 ? 'is' : 'are'}`
}

function actions(count: number): string {
  return `${count.toLocaleString('en')} ${count === 1 ? 'action' : 'actions'}`
}
