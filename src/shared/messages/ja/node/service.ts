import type { service as english } from '../../en/node/service.ts'

export const service: Record<keyof typeof english, string> = {
  'service.accountRefused': 'このアカウントでは{host}にサインインできません。',
  'service.accountRefusedWithText': 'このアカウントでは{host}にサインインできません: {text}',
  'service.addPermission':
    'GitLabでトークンに権限を追加するか、権限のあるトークンを使用してください。',
  'service.adminModeRequired':
    '{host}では、この操作に管理者モードが必要です。このスコープも持つトークンに置き換えてください。',
  'service.addressNotTheirs':
    'このインスタンスで指定できるのは、ユーザーの他のアドレスのみです。先にユーザーのメールアドレスに追加してください。',
  'service.addressTaken': '{error}。別のアカウントのものか、そこで確認待ちになっています。',
  'service.answerBroken': '応答が完了する前に、{host}との接続が失われました。',
  'service.broke': '{host}がエラーを返しました（{status}）。',
  'service.brokeWithText': '{host}がエラーを返しました: {text}',
  'service.changedMeanwhile': 'その間に変更されました。判断する前に再読み込みしてください。',
  'service.checkConnection': 'URLと接続を確認してから、もう一度お試しください。',
  'service.checkState': '再試行する前に、現在の状態を確認してください。',
  'service.checkThenDecide': '現在の状態を確認してから、対応を決めてください。',
  'service.checkToken':
    'トークンが完全で、このインスタンスのものであることを確認するか、新しいトークンを作成してください。',
  'service.checkUrl':
    'ログインページか、GitLabが別のサブフォルダーにある可能性があります。URLを確認してください。',
  'service.connectionLost': '応答の前に、{host}との接続が失われました。',
  'service.correct': '修正してから、もう一度お試しください。',
  'service.dpopHint':
    '別のトークンでも解決しません。GitLabの個人アクセストークンのページでDPoPをオフにするか、管理者に依頼してください。',
  'service.dpopRequired':
    '{host}は、このアカウントのトークンをDPoP証明付きでのみ受け付けます。LatchkeyはDPoP証明を送信できません。',
  'service.failed': '{task}{cause}',
  'service.fieldProblem': '{field}: {problem}',
  'service.foreignPage': '{host}が次のページとして別の一覧のページを示しました。',
  'service.gaveUp': '{host}がリクエストの処理を中断しました（{status}）。',
  'service.hostNotFound': 'ホスト{host}が見つかりません。',
  'service.hostSaid': '{host}がこのトークンを拒否しました: {text}',
  'service.lacksAdminMode': 'このトークンにはadmin_modeスコープがありません。',
  'service.lacksNamedPermission': 'このトークンには次の権限がありません: {permission}',
  'service.lacksPermission': 'このトークンには必要な権限がありません。',
  'service.lacksScope':
    '{count, plural, =0 {{host}のトークンに必要なスコープがありません。} =1 {{host}のトークンに{scopes}スコープがありません。} other {{host}のトークンには次のスコープのいずれかが必要です: {scopes}}}',
  'service.listUnusable':
    '一覧が不完全になるため、何も表示していません。しばらくしてから、もう一度お試しください。',
  'service.loginInFront':
    'GitLabの手前にログインページ（シングルサインオン、VPN）またはプロキシがあります。先にそこへ接続するか、インスタンスの管理者に確認してください。そこにトークンを入力しないでください。',
  'service.lostServer': '{host}とそのサーバーとの接続が失われました（{status}）。',
  'service.mayBeRemoved': '削除された可能性があります。再読み込みして確認してください。',
  'service.noPermission': 'このアカウントには権限がありません。',
  'service.noWholeAnswer': '{host}から完全な応答がありませんでした。',
  'service.notAllowed': '{host}では許可されていません。',
  'service.notCached': 'このコンピューターにまだ読み込まれていません。',
  'service.notGitlab': 'GitLabのURLと、途中にプロキシやログインページがないかを確認してください。',
  'service.notSent':
    '{host}が前の変更に時間内に応答しなかったため、この変更は送信されませんでした。',
  'service.oneRequired': '次のいずれかが必要です: {fields}',
  'service.outcomeUnknown': '{cause}変更が行われたかどうかは不明です。',
  'service.problems': '{problems}。',
  'service.rateLimited': '{host}: レート制限に達しました。',
  'service.redirect':
    '{host}がLatchkeyを別のアドレスにリダイレクトしようとしたため、ブロックしました。',
  'service.redirectTo': '{host}がLatchkeyを{to}にリダイレクトしようとしたため、ブロックしました。',
  'service.refused': '{host}がリクエストを却下しました（{status}）。',
  'service.replaceToken': 'そこで新しいトークンを作成し、このトークンを置き換えてください。',
  'service.replaceWithScope':
    'そのスコープを持つトークンを作成し、このトークンを置き換えてください。',
  'service.retriesAutomatically': 'Latchkeyが自動的に再試行します。',
  'service.said': '{problems}',
  'service.secretMissing': '{host}からシークレットが返されませんでした。',
  'service.sentBrokenJson': '{host}から不完全または破損したJSONが返されました。',
  'service.sentForeignRefusal': '{host}からGitLabのものではないエラーが返されました。',
  'service.sentNoJson': '{host}からJSONではないデータが返されました。',
  'service.sentNoList': '{host}から一覧ではないデータが返されました。',
  'service.sentNothing': '{host}から空の応答が返されました。',
  'service.sentTooDeep': '{host}から階層が深すぎるデータが返されました。',
  'service.sentTooLarge': '{host}から{megabytes, number} MBを超えるデータが返されました。',
  'service.sentTooMany': '{host}から1ページ分をはるかに超える項目が返されました。',
  'service.sentTooMuch': '{host}から想定をはるかに超えるデータが返されました。',
  'service.sentUnexpected': '{host}から想定外のデータが返されました。',
  'service.sentUnexpectedStatus': '{host}から想定外の応答が返されました（{status}）。',
  'service.sentUnreadable': '{host}から読み取れない応答が返されました。',
  'service.sentWebPage': '{host}からデータではなくWebページが返されました。',
  'service.serverProblem': 'サーバー側の問題です。しばらくしてから、もう一度お試しください。',
  'service.signInOnWeb': 'ブラウザーでサインインするか、管理者に問い合わせてください。',
  'service.slow':
    'もう一度お試しください。繰り返し発生する場合は、サーバーが過負荷か、接続が遅い可能性があります。',
  'service.stillWaiting': 'GitLabからまだ応答がありません。',
  'service.takenByUser': '別のユーザーがすでに使用しています。',
  'service.tellAdministrator':
    'そこには何も送信されていません。インスタンスの管理者に連絡してください。',
  'service.tokenExpired': '{host}のトークンは期限切れです。',
  'service.tokenRevoked': '{host}のトークンは取り消されました。',
  'service.tokenUnknown': '{host}でトークンが認識されません。',
  'service.tooSlow': '{host}から時間内に応答がありませんでした。',
  'service.tooSlowToFinish': '{host}の応答が時間内に完了しませんでした。',
  'service.unreachable': '{host}に接続できません。',
  'service.useHttps': 'このインスタンスはhttpsを使用しています。{url}でサインインしてください。',
  'service.valueRefused': 'GitLabがこの値を拒否した可能性があります: {reason}',
  'service.waitAndRetry': 'しばらく待ってから、もう一度お試しください。',
  'service.withStatus': '{cause}ステータスコードは{status}でした。',
}
