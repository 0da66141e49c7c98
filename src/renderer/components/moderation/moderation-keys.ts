import type { ModerationAction } from '../../../shared/rules/moderation.ts'

/** The letters that open an action’s preview in Users. They need Shift, because others start a search there. */
export const moderationKeys = { approve: 'A', reject: 'R', block: 'B' } as const satisfies Partial<
  Record<ModerationAction, string>
>
