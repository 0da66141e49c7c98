import type { readOnly as english } from '../../en/shell/read-only.ts'

export const readOnly: Record<keyof typeof english, string> = {
  'readOnly.hint': '変更を行うには、apiスコープを持つトークンに置き換えてください。',
  'readOnly.message': 'このトークンは読み取り専用です。',
}
