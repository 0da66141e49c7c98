import type { setup as english } from '../../en/node/setup.ts'

export const setup: Record<keyof typeof english, string> = {
  'setup.aliasTaken': 'このSSHホストエイリアスは別のアイデンティティで使われています。',
  'setup.changedMeanwhile': 'その間に{path}が変更されたため、そのままにしました。',
  'setup.checkAgainHint': '現在の状態を見るには、もう一度確認してください。',
  'setup.fileExists': '{path}はすでに存在します。Latchkeyがキーを置き換えることはありません。',
  'setup.gitTooOld': 'Git 2.36以降が必要です。',
  'setup.hostTaken':
    '別のアカウントのアイデンティティが、このインスタンスのすべてのリポジトリに適用されています。フォルダーまたはSSHホストエイリアスを選択してください。',
  'setup.keyGone': 'キー{path}はもう存在しません。',
  'setup.notRead': '{path}を読み取れませんでした（{code}）。',
  'setup.notRegular': '{path}は通常のファイルではないため、そのままにしました。',
  'setup.notWritten': '{path}を変更できませんでした（{code}）。',
  'setup.passphraseRefused': '{path}のパスフレーズが正しくありません。',
  'setup.planOutdated': 'これらの変更は最新ではありません。もう一度確認してください。',
  'setup.programFailed': '{program}が失敗しました: {said}',
  'setup.tooLarge': '{path}は大きすぎるため変更できません。',
  'setup.unsafePart': '「{value}」は{file}に書き込めません。そこで意味を持つ文字が含まれています。',
  'setup.cannotSign': 'Gitはこの設定でコミットに署名できません: {said}',
  'setup.tookTooLong': '時間がかかりすぎました。',
  'setup.noTime': 'GitLabから時刻が返されませんでした。',
}
