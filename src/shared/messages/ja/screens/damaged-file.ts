import type { damagedFile as english } from '../../en/screens/damaged-file.ts'

export const damagedFile: Record<keyof typeof english, string> = {
  'damagedFile.dismiss': 'この通知を閉じる',
  'damagedFile.kept':
    '破損したファイルは保存されています: {path}。{command}で読み取れる場合があります。',
  'damagedFile.onboarding':
    'Latchkeyが開いたとき（{when}）、ユーザー一括作成の記録ファイルが破損していました。',
  'damagedFile.onboardingHint':
    '次の一括作成では、まず、ユーザーがGitLabにすでに存在するかどうかを確認します。',
  'damagedFile.queue':
    'Latchkeyの起動時（{when}）、キューと監査ログのファイルが破損していました。新しいキューが作成されました。',
  'damagedFile.queueHint':
    '保留中だった操作はキューにありません。対象のユーザーを確認してください。読み取れた監査ログの記録があれば、「unverified」と付いたCSVファイルに保存されています。',
  'damagedFile.title': '破損したファイル',
}
