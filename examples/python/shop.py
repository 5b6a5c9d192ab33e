"""
A shop asks the service which offer to show, from Python and with its standard library alone.

    npx hedgerow serve --port 8080
    python3 examples/python/shop.py http://127.0.0.1:8080

Whatever goes wrong on the way, the shop shows its usual page: `decide_or_baseline` never raises.
"""

import json
import os
import sys
import urllib.error
import urllib.request
import uuid

URL = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8080"
KEY = os.environ.get("HEDGEROW_API_KEY")  # None while the service asks for none

DEFINITION = {
    "actions": ["usual", "offer"],
    "baseline": {"action": "usual", "reward": 10},
    "context": {"visitors": {"min": 0, "max": 100}},
    "reward": {"min": 3, "max": 20, "unit": "€"},
    "allowedShortfall": 0.2,
    "reserve": 10,
    "seed": 1,
}


class Refused(Exception):
    """The service said no: its stable code, and its sentence."""

    def __init__(self, status, problem):
        super().__init__(f"{problem.get('detail', status)} [{problem.get('code', status)}]")
        self.code = problem.get("code")


def call(method, path, body=None, key=None, timeout=2):
    """One call of the service; returns its JSON."""
    headers = {"accept": "application/json"}
    if body is not None:
        headers["content-type"] = "application/json"
    if KEY:
        headers["authorization"] = f"Bearer {KEY}"
    if key:
        headers["idempotency-key"] = key
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(URL + path, data=data, headers=headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=timeout) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        raise Refused(error.code, json.load(error)) from None


def decide_or_baseline(policy, context, baseline):
    """The action to take and the id of the decision; the baseline and None if there is none."""
    key = str(uuid.uuid4())  # the same for both tries, so that there is one decision
    for _ in range(2):
        try:
            receipt = call("POST", f"/v1/policies/{policy}/decisions", {"context": context}, key)
            return receipt["action"], receipt["id"]
        except Refused as refused:
            print("refused:", refused.code)
            break
        except OSError:
            continue
    return baseline, None


call("PUT", "/v1/policies/python-shop", {"definition": DEFINITION})
for visitors in (40, 55, 70):
    forecast = {"visitors": {"kind": "normal", "mean": visitors, "sd": 8}}
    action, decision = decide_or_baseline("python-shop", forecast, "usual")
    reward = 12.5 if action == "offer" else 10
    if decision is not None:
        call("POST", f"/v1/decisions/{decision}/reward", {"value": reward})
    print(f"{decision}: {action}, {reward} €")

print(decide_or_baseline("python-shop", {"visitors": "many"}, "usual"))
view = call("GET", "/v1/policies/python-shop")
print(view["counts"]["rewards"], "rewards,", view["promise"]["text"])

# prints:
# python-shop.1.1: offer, 12.5 €
# python-shop.1.2: offer, 12.5 €
# python-shop.1.3: usual, 10 €
# refused: HR_INVALID_INPUT
# ('usual', None)
# 3 rewards, At every moment the expected total is at least 80 % of what the baseline would earn, less 10 €, with probability 0.99.
