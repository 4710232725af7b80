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


def post(url: str, key: str, **body: object) -> object:
    head = {"Content-Type": "application/json", "Seat": key}
    request = urllib.request.Request(url, json.dumps(body).encode(), head)
    while True:
        try:
            return urllib.request.urlopen(request)
        except urllib.error.HTTPError as problem:
            if problem.code != 429:  # 429: more than ten answers a second; wait and say it again
                return print(f"refused: {problem.read().decode()}")
            time.sleep(0.2)


def main(address: str, game: str, key: str) -> None:
    url = f"{address}/api/games/{game}/bot"
    with post(f"{url}/line", key, name="sample", patience=60) as line:
        for message in map(json.loads, line):
            key = message.get("key", key)  # the invitation is burnt: from now on this is the seat
            if message["type"] == "question":
                post(url, key, n=message["n"], answer=choose(message))
            elif message["type"] in ("fault", "over"):
                print(message)


if __name__ == "__main__":
    main(*sys.argv[1:4])
