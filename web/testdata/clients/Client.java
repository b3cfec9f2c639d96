import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A client in the manner of the contest's Java one: the address of the page by a regular
 * expression, the board out of the frame by another, one word for every board.
 */
public class Client implements WebSocket.Listener {
    private static final Pattern ADDRESS = Pattern.compile(
            "(?<scheme>http|https)://(?<host>.*)/codenjoy-contest/board/player/(?<player>\\w*)\\?code=(?<code>\\w*)");
    private static final Pattern BOARD = Pattern.compile("^board=(.*)$");
    private static final String HEADS = "▲▼◄►♥";
    private static final String FREE = " ○$®";

    private final CountDownLatch over = new CountDownLatch(1);
    private final StringBuilder text = new StringBuilder();
    private int boards;

    public static void main(String[] args) throws Exception {
        Matcher address = ADDRESS.matcher(args[0]);
        if (!address.find()) {
            throw new IllegalArgumentException("not an address: " + args[0]);
        }
        String scheme = address.group("scheme").equals("https") ? "wss" : "ws";
        URI uri = URI.create(String.format("%s://%s/codenjoy-contest/ws?user=%s&code=%s",
                scheme, address.group("host"), address.group("player"), address.group("code")));
        Client client = new Client();
        HttpClient.newHttpClient().newWebSocketBuilder().buildAsync(uri, client).join();
        client.over.await();
        System.exit(client.boards > 0 ? 0 : 1);
    }

    @Override
    public CompletionStage<?> onText(WebSocket socket, CharSequence part, boolean last) {
        text.append(part);
        if (last) {
            Matcher board = BOARD.matcher(text);
            if (board.find()) {
                boards++;
                socket.sendText(step(board.group(1)), true);
            }
            text.setLength(0);
        }
        socket.request(1);
        return null;
    }

    @Override
    public CompletionStage<?> onClose(WebSocket socket, int status, String reason) {
        over.countDown();
        return null;
    }

    @Override
    public void onError(WebSocket socket, Throwable error) {
        error.printStackTrace();
        over.countDown();
    }

    private static String step(String board) {
        int size = (int) Math.sqrt(board.length());
        String[] words = {"Left", "Down", "Right", "Up"};
        int[] ways = {-1, size, 1, -size};
        for (int at = 0; at < board.length(); at++) {
            if (HEADS.indexOf(board.charAt(at)) < 0) {
                continue;
            }
            for (int i = 0; i < ways.length; i++) {
                if (FREE.indexOf(board.charAt(at + ways[i])) >= 0) {
                    return "ACT," + words[i];
                }
            }
        }
        return "STOP";
    }
}
