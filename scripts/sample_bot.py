"""A bot that lives elsewhere, in fifty lines: python scripts/sample_bot.py ADDRESS GAME TOKEN

It takes the seat of an invitation, prefers fighting to firing to marching, and needs nothing but
the standard library. The protocol: docs/how-to/write-a-bot.md.
"""

import json
import random
import sys
import time
import urllib.error
import urllib.request

LIKED = {"charge": 6, "assault": 5, "fire": 4, "bombard": 4, "march": 2, "move": 2, "form": 1}


def choose(question: dict) -> str:
    options = question["options"]
    if "done" in options and random.random() < 0.15:
        return "done"
    best = max(LIKED.get(option.split()[0], 0) for option in options)
    return random.choice([each for each in options if LIKED.get(each.split()[0], 0) == best])


def post(url: str, n: int, answer: str) -> None:
    body = json.dumps({"n": n, "answer": answer}).encode()
    request = urllib.request.Request(url, body, {"Content-Type": "application/json"})
    while True:
        try:
            urllib.request.urlopen(request).close()
            return
        except urllib.error.HTTPError as problem:
            if problem.code != 429:  # 429: more than ten answers a second; wait and say it again
                print(f"refused: {problem.read().decode()}")
                return
            time.sleep(0.2)


def main(address: str, game: str, token: str) -> None:
    url = f"{address}/api/games/{game}/bot?seat={token}&name=sample"
    with urllib.request.urlopen(url) as line:
        for message in map(json.loads, line):
            if message["type"] == "question":
                post(url, message["n"], choose(message))
            elif message["type"] in ("fault", "over"):
                print(message)


if __name__ == "__main__":
    main(*sys.argv[1:4])
