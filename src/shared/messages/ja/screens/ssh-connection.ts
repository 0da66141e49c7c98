import type { sshConnection as english } from '../../en/screens/ssh-connection.ts'

export const sshConnection: Record<keyof typeof english, string> = {
  'sshConnection.blocked': 'GitLabによると、このアカウントはブロックされています。',
  'sshConnection.blockedHint': 'インスタンスの管理者に連絡してください。',
  'sshConnection.details': '詳細',
  'sshConnection.failed': 'sshが失敗しました。',
  'sshConnection.failedHint': 'ターミナルで{command}を実行すると、sshの出力全体を確認できます。',
  'sshConnection.hostKey': 'ホストキー',
  'sshConnection.hostKeyChanged':
    '{host}のホストキーが変更されました。通信が傍受されている可能性があります。',
  'sshConnection.hostKeyChangedHint': '管理者が新しいキーを確認するまで接続しないでください。',
  'sshConnection.hostKeyUnknown': '{host}のホストキーがこのコンピューターに登録されていません。',
  'sshConnection.hostKeyUnknownHint':
    'ここで修正するか、ターミナルで{command}を実行してキーを承認してください。',
  'sshConnection.hostNotFound': 'ホスト{host}が見つかりません。',
  'sshConnection.hostNotFoundHint':
    'ネットワークを確認してください。インスタンスがSSHに別のホストを使っている場合は、［詳細］を開いて［サーバーを変更…］を選択してください。',
  'sshConnection.keyRefused':
    'sshが提示した{count, plural, =1 {キー} other {#件のキーすべて}}をGitLabが拒否しました。',
  'sshConnection.keyRefusedHint':
    '使用するキーをインポートするか、~/.ssh/configのIdentityFileで指定してください。',
  'sshConnection.noKey': 'sshがキーを提示しませんでした。',
  'sshConnection.noKeyHint':
    '秘密鍵がこのコンピューターにあるキーをインポートしてください。パスフレーズがある場合は、ssh-addでSSHエージェントに追加してください。',
  'sshConnection.noSsh': 'OpenSSHがインストールされていません。',
  'sshConnection.noSshHint': 'OpenSSHをインストールしてから、もう一度テストしてください。',
  'sshConnection.offered': '提示されたキー',
  'sshConnection.otherAccount': 'キーはこのアカウントではなく@{username}のものです。',
  'sshConnection.otherAccountHint':
    'Gitは@{username}としてプッシュします。~/.ssh/configで、このホストに別のキーを指定してください。',
  'sshConnection.otherService': '{host}はキーを受け入れましたが、GitLabではありません。',
  'sshConnection.otherServiceHint':
    'GitLabがSSHに別のホストまたはポートを使っている場合は、［詳細］を開いて［サーバーを変更…］を選択してください。',
  'sshConnection.portClosed': '{host}はポート{port}でSSHを受け付けていません。',
  'sshConnection.portClosedHint':
    'インスタンスがSSHに別のポートを使っている場合は、［詳細］を開いて［サーバーを変更…］を選択してください。',
  'sshConnection.said': 'sshの出力',
  'sshConnection.signingFailed': 'キーで署名できませんでした。',
  'sshConnection.signingFailedHint':
    'SSHエージェントのロックを解除するか、セキュリティキーに触れてから、もう一度テストしてください。',
  'sshConnection.target': '接続先',
  'sshConnection.timeout': '{host}から時間内に応答がありませんでした。',
  'sshConnection.timeoutHint':
    'ネットワークとSSHエージェントを確認してから、もう一度テストしてください。',
  'sshConnection.unreachable': '{host}のポート{port}に接続できません。',
  'sshConnection.unreachableHint':
    'ファイアウォールがポートをブロックしている可能性があります。altssh.gitlab.comのように、ポート443でSSHを提供するインスタンスもあります。',
}
