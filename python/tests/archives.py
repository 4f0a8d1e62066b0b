"""Records of web archives."""


def record(url, message, date="2024-05-01T12:00:00Z"):
    head = f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\nWARC-Date: {date}\r\nContent-Length: {len(message)}\r\n\r\n"
    return head.encode() + message + b"\r\n\r\n"


def response(html, kind="text/html", status="200 OK"):
    return f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\n\r\n".encode() + html
