import type { saving as english } from '../../en/screens/saving.ts'

export const saving: Record<keyof typeof english, string> = {
  'saving.changedElsewhere': '別の場所で変更されました: {fields}',
  'saving.conflict': '{field}: 別の場所で変更',
  'saving.keepTheirs': '相手の値を維持',
  'saving.keepTheirsFor': '{field}で相手の値を維持',
  'saving.notSaved': '保存されませんでした: このインスタンスは{fields}を無視しました。',
  'saving.notSet': '設定されませんでした: このインスタンスは{fields}を無視しました。',
  'saving.notUndone': '元に戻せませんでした: このインスタンスは{fields}を無視しました。',
  'saving.onGitLab': '{field}（GitLabの現在の値）',
  'saving.useMine': '自分の値を使用',
  'saving.useMineFor': '{field}で自分の値を使用',
  'saving.yours': '自分の値',
}
