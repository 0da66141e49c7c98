import type { getStarted as english } from '../../en/screens/get-started.ts'

export const getStarted: Record<keyof typeof english, string> = {
  'getStarted.avatar': 'アバターを追加',
  'getStarted.avatarHint': '他の人があなたを見分けやすくなります。',
  'getStarted.chooseAvatar': 'アバターを設定',
  'getStarted.done': '完了',
  'getStarted.keys': 'SSHキーを追加',
  'getStarted.keysFound':
    '{count, plural, other {このコンピューターの#件のキーがアカウントに登録されていません。}}',
  'getStarted.keysHint':
    'GitをSSHで使えるようになります。Latchkeyでキーの作成とGitの設定ができます。',
  'getStarted.setUpComputer': 'このコンピューターを設定',
  'getStarted.setStatus': 'ステータスを設定',
  'getStarted.skip': 'スキップ',
  'getStarted.skipAll': 'すべてスキップ',
  'getStarted.skipStep': 'スキップ: {step}',
  'getStarted.status': 'ステータスを設定',
  'getStarted.statusHint': '下のプリセットから選ぶか、自由に入力してください。',
  'getStarted.title': 'はじめに',
  'getStarted.git': 'このコンピューターでGitを設定',
  'getStarted.gitHint': 'コミットに名前と確認済みのメールアドレスを付けます。',
}
