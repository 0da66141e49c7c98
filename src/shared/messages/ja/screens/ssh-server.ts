import type { sshServer as english } from '../../en/screens/ssh-server.ts'

export const sshServer: Record<keyof typeof english, string> = {
  'sshServer.edit': 'サーバーを変更…',
  'sshServer.host': 'SSHホスト',
  'sshServer.hostNeeded': 'ssh.example.comのようなホストを入力してください。',
  'sshServer.lead':
    'SSHサーバーのホストまたはポートがWebサイトと異なるインスタンス用です。GitLab.comはaltssh.gitlab.comのポート443でも応答します。',
  'sshServer.port': 'ポート',
  'sshServer.portWrong': '1～65535の数字を入力してください。',
  'sshServer.saved': 'SSHサーバーを保存しました。',
  'sshServer.title': '{host}のSSHサーバー',
}
